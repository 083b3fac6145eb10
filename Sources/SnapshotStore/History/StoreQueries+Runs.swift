import CampusCatalog
import GRDB

extension StoreQueries {
  /// Verifies the rows of all runs, and that their contents are stored. Returns the problems as phrases without full stops.
  ///
  /// - Throws: `DamagedRow` for a run whose row is damaged.
  static func verifyRuns(in database: Database) throws -> [String] {
    var problems: [String] = []
    var lists: Set<ContentID> = []
    var reports: [ContentID: Int] = [:]
    try RunRow.each(in: database) { run in
      lists.insert(run.parts)
      for id in [run.campuses, run.reports] where try !containsContent(id, in: database) {
        problems.append("the content \(id) of the run \(run.id) is missing")
      }
      if reports[run.reports] == nil { reports[run.reports] = try lineCount(of: run.reports, in: database) }
      if let count = reports[run.reports], try CheckTimes.read(run.checked, from: run.generatedAt).count != count {
        problems.append("the run \(run.id) has a different number of times than of reports")
      }
      return true
    }
    for id in lists.sorted(by: { $0.description < $1.description }) {
      guard let bytes = try? content(id, in: database)?.unpacked(), let list = try? PartList(reading: bytes) else {
        problems.append("the content \(id), the list of parts of a run, is missing or damaged")
        continue
      }
      for part in list.parts where try !containsContent(part.content, in: database) {
        problems.append("the content \(part.content), entries of \(part.campus) in a run, is missing")
      }
    }
    return problems
  }

  /// Returns the number of lines of a content; nil if it is missing or damaged.
  private static func lineCount(of id: ContentID, in database: Database) throws -> Int? {
    guard let content = try content(id, in: database), let bytes = try? content.unpacked() else { return nil }
    return bytes.count { $0 == UInt8(ascii: "\n") }
  }

  /// Reads the rows of changes and of the entries of streams, to verify their checksums.
  static func verifyChanges(in database: Database) throws {
    _ = try ChangeRow.all("", in: database)
    _ = try StreamEntryRow.all("", in: database)
  }
}
