import Basics
import CatalogExport
import Glibc

/// Prevents stores from being overwritten.
///
/// Protects the store that the command uses, the store of the settings and the default store, with their logs, under every name that leads
/// to them (other spellings, symbolic and hard links), and any other SQLite database that is not an export.
struct StoreGuard: Sendable {
  let stores: [String]

  /// The length in bytes from which the system refuses paths, and the maximum number of folders in one.
  private static let (longestPath, mostParts) = (Int(PATH_MAX), 100)

  /// - Parameter replacesDatabases: whether databases that are not stores of this command may be replaced.
  /// - Throws: `Failure` with exit code 64 for a protected file.
  func check(_ path: String, _ option: String = "-o", replacesDatabases: Bool = false) throws(Failure) {
    guard path != "-" else { return }
    // Each step of looking for the part of a path that exists takes time in proportion to its length.
    let parts = path.utf8.count { $0 == UInt8(ascii: "/") }
    guard path.utf8.count < Self.longestPath, parts <= Self.mostParts else {
      throw Failure(
        .usage,
        "\(option) names a path of \(path.utf8.count) bytes and \(parts) folders; name one of at most \(Self.longestPath) bytes and "
          + "\(Self.mostParts) folders")
    }
    for store in stores where Self.files(of: store).contains(where: { Self.isSame(path, $0) }) {
      throw Failure(.usage, "\(option) names \(path), which is part of the store \(store) and would be overwritten; name another file")
    }
    guard !replacesDatabases, Self.isDatabase(path) else { return }
    throw Failure(.usage, "\(option) names \(path), which is an SQLite database and would be overwritten; name another file")
  }

  /// Returns the paths of a store and of SQLite's companion files.
  private static func files(of store: String) -> [String] {
    [store, resolved(store)].flatMap { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    if stat(left, &one) == 0, stat(right, &other) == 0 { return one.st_dev == other.st_dev && one.st_ino == other.st_ino }
    return resolved(left).utf8.elementsEqual(resolved(right).utf8)
  }

  /// Returns the absolute path without links, also for a file that does not exist yet.
  private static func resolved(_ path: String) -> String {
    let target = OutputFile.following(path).path
    var missing: [Substring] = []
    var folder = target
    while true {
      if let real = OutputFile.real(folder) {
        return ([real == "/" ? "" : real] + missing.reversed().map(String.init)).joined(separator: "/")
      }
      if folder.hasSuffix("/") { folder.removeLast() }
      guard !folder.isEmpty, folder != "." else { return InputFile.absolute(target) }
      let name = folder.lastIndex(of: "/").map { folder[folder.index(after: $0)...] } ?? folder[...]
      if !name.isEmpty, name != "." { missing.append(name) }
      folder = PartFile.folder(of: folder)
    }
  }

  /// Returns whether a file is an SQLite database, other than an export, or belongs to any database.
  private static func isDatabase(_ path: String) -> Bool {
    let main = ["-wal", "-shm", "-journal"].first { path.hasSuffix($0) }.map { String(path.dropLast($0.count)) }
    let header = header(path)
    return isDatabase(header) && !CatalogDatabase.isExport(header: header) || main.map { isDatabase(self.header($0)) } ?? false
  }

  private static func isDatabase(_ header: [UInt8]) -> Bool { header.starts(with: "SQLite format 3\0".utf8) }

  /// Returns the first 72 bytes of a file, or fewer; none if it cannot be read.
  private static func header(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isRegular else { return [] }
    var header = [UInt8](repeating: 0, count: 72)
    return Array(header[..<max(0, read(descriptor, &header, header.count))])
  }
}

extension StoreGuard {
  init(_ settings: Settings, store: String?) {
    self.init(stores: [store, settings.text("store"), settings.environment.defaultStore].compactMap(\.self))
  }
}
