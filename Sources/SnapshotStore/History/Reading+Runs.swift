import CampusCatalog
import GRDB

extension Reading {
  /// Reads all that is remembered of runs. Returns what is wrong with it.
  static func verifyRuns(in database: Database) throws -> [String] {
    var problems: [String] = []
    var lists: Set<ContentID> = []
    var reports: [ContentID: Int] = [:]
    try RunRow.each(in: database) { run in
      lists.insert(run.parts)
      for id in [run.campuses, run.reports] where try !isKept(id, in: database) {
        problems.append("the content \(id), which the run \(run.id) wrote, is not there")
      }
      if reports[run.reports] == nil { reports[run.reports] = try lineCount(of: run.reports, in: database) }
      if let count = reports[run.reports], try CheckTimes.read(run.checked, from: run.generatedAt).count != count {
        problems.append("the run \(run.id) has other times than reports")
      }
      return true
    }
    for id in lists.sorted(by: { $0.description < $1.description }) {
      guard let bytes = try? content(id, in: database)?.unpacked(), let list = try? PartList(reading: bytes) else {
        problems.append("the content \(id), which tells what runs wrote, is not there or damaged")
        continue
      }
      for part in list.parts where try !isKept(part.content, in: database) {
        problems.append("the content \(part.content), entries of \(part.campus) that a run wrote, is not there")
      }
    }
    return problems
  }

  /// Nil where it is not there, or damaged.
  private static func lineCount(of id: ContentID, in database: Database) throws -> Int? {
    guard let content = try content(id, in: database), let bytes = try? content.unpacked() else { return nil }
    return bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// Reads what results changed, and the entries of streams.
  static func verifyChanges(in database: Database) throws {
    _ = try ChangeRow.all("", in: database)
    _ = try StreamEntryRow.all("", in: database)
  }
}
