import CampusCatalog

/// The finished feeds of a poll that was interrupted: what it has written to its journal.
///
/// Each part of a journal has the entries of a feed, the states of servers that have changed, and last the feed's result. A part without its
/// result is ignored. So is everything from a zero byte on, which no line has: after a crash of the machine, blocks that were not written are
/// zeros, and nothing after them was acknowledged.
package struct WorkJournal: Sendable {
  /// The results and entries of the finished feeds, and the last states of servers.
  package private(set) var finished = WorkInput()
  /// The length of all whole parts in bytes.
  package private(set) var length = 0

  private static let lineStart = #"{"key":""#

  package init() {}

  /// - Parameters:
  ///   - bytes: the journal, which may end within a line.
  ///   - name: its name, for errors.
  /// - Throws: `FileError` for a line that cannot be read, and for a file that does not begin as a journal.
  package init(_ bytes: [UInt8], name: String) throws {
    let begins = zip(bytes, Self.lineStart.utf8).allSatisfy { $0 == 0 || $0 == $1 }
    // Other files may begin with zeros, such as images of disks.
    guard begins, bytes.first != 0 || bytes.allSatisfy({ $0 == 0 }) || bytes.contains("\n\(Self.lineStart)".utf8) else {
      throw FileError(file: name, line: 1, column: 1, message: "this is not the beginning of a journal; name a new file")
    }
    let written = bytes.prefix { $0 != 0 }
    var rest = written[..<((written.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
    var reader = WorkReader(name) {
      defer { rest = [] }
      return Array(rest)
    }
    var part = WorkInput.Part()
    while let line = try reader.next() {
      switch line {
      case .entry(let entry, _): part.entries.append(entry)
      case .server(let server): part.servers.append(server)
      case .result(let result):
        guard finished.add(result, part) else { throw reader.error("the line \"\(line.key)\" appears twice") }
        part = WorkInput.Part()
        length = reader.consumed
      default: throw reader.error("the line \"\(line.key)\" is not one of a journal; it has entries, servers and results")
      }
    }
  }
}

extension WorkInput {
  /// The lines before a result in a journal.
  struct Part {
    var entries: [Entry] = []
    var servers: [WorkServer] = []
  }
}
