import Foundation

extension SnapshotStore {
  /// Whether a file is recognizable as a store of this program, even if it is damaged. Never true for a file of another program.
  ///
  /// Looks for the application id in the database header, or the text that defines a table of the store. No store may have the file
  /// open.
  /// - Returns: false also for a file that cannot be read, and for one that is not a regular file. Reads at most the first MiB.
  public static func isRecognizable(path: String) -> Bool {
    // The definitions of the tables are on the first pages.
    guard StoreFile.isRegular(path), let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: 1 << 20) else {
      return false
    }
    return hasHeader(bytes) || hasTables(bytes)
  }

  /// Whether the header has the application id and one of two other marks: the text with which all databases begin, or the three numbers
  /// that are the same in all of them (https://www.sqlite.org/fileformat.html#the_database_header).
  private static func hasHeader(_ bytes: Data) -> Bool {
    guard bytes.count >= 100 else { return false }
    let application = bytes[68..<72].reduce(0) { $0 << 8 | Int32($1) }
    return application == Schema.applicationID
      && (bytes.starts(with: "SQLite format 3\0".utf8) || bytes[21..<24].elementsEqual([64, 32, 32]))
  }

  /// Whether the bytes contain the definition of a table, and a zero byte. (A text file may quote the definition.)
  private static func hasTables(_ bytes: Data) -> Bool {
    bytes.contains(0) && bytes.range(of: Data("CREATE TABLE snapshot_body (".utf8)) != nil
  }
}
