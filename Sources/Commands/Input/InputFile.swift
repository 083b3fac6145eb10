import Aggregation
import CampusCatalog
import CatalogDiff
import Foundation
import Glibc
import OpeningHours
import SimdJSON

/// Reads files that the user specifies.
enum InputFile {
  /// The maximum number of bytes to read from a pipe, which may be endless, and from a file.
  private static let (pipeLimit, fileLimit) = (1 << 30, 1 << 32)

  /// Returns all bytes of a file or a pipe, or of stdin for "-". Endless devices are refused.
  static func read(_ path: String, _ what: String, otherwise status: ExitStatus) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError(code: errno) }
      defer { if path != "-" { close(descriptor) } }
      let file = try self.status(of: descriptor)
      guard !isEndless(descriptor, file) else { throw SystemError(text: "it is a device; name a file") }
      return try readAll(descriptor, file, limit: file.isRegular ? fileLimit : pipeLimit)
    } catch {
      throw Failure(status, "\(path == "-" ? "" : "\(what) ")\(name(path)) cannot be read: \(error.text)")
    }
  }

  /// Returns the name of a file for people: its path, or "stdin" for "-".
  static func name(_ path: String) -> String { path == "-" ? "stdin" : path }

  /// Returns all bytes of a regular file; nil if there is none, or for a folder. Pipes and devices are refused.
  static func readIfPresent(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    // Do not wait for the writer of a pipe.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, [ENOENT, ENOTDIR].contains(errno) { return nil }
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    let file = try status(of: descriptor)
    if file.isFolder { return nil }
    guard file.isRegular else { throw SystemError(text: "it is not a regular file") }
    return try readAll(descriptor, file, limit: limit)
  }

  private static func status(of descriptor: Int32) throws(SystemError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
    return status
  }

  /// Returns whether a file is a disk, or a device such as /dev/zero. Terminals and /dev/null have an end.
  private static func isEndless(_ descriptor: Int32, _ file: stat) -> Bool {
    if file.st_mode & S_IFMT == S_IFBLK { return true }
    guard file.st_mode & S_IFMT == S_IFCHR, isatty(descriptor) == 0 else { return false }
    var null = stat()
    return stat("/dev/null", &null) != 0 || null.st_rdev != file.st_rdev
  }

  /// Returns all bytes of a file. The array has some spare capacity, so that the JSON parser does not copy it.
  private static func readAll(_ descriptor: Int32, _ file: stat, limit: Int) throws(SystemError) -> [UInt8] {
    let size = file.isRegular ? Int(file.st_size) : 0
    guard size <= limit else { throw tooLarge(limit) }
    let piece = 1 << 18
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + piece)
    while true {
      var count = 0
      bytes.append(addingCapacity: piece) { room in
        room.withUnsafeMutableBufferPointer { buffer, filled in
          count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
          filled = max(0, count)
        }
      }
      if count == 0 { return bytes }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: errno) }
      guard bytes.count <= limit else { throw tooLarge(limit) }
    }
  }

  private static func tooLarge(_ limit: Int) -> SystemError { SystemError(text: "it has more than \(limit) bytes", isTooLarge: true) }

  /// Returns whether a path names a regular file, not something else, such as a device or a pipe; nil if it names nothing.
  static func isRegular(_ path: String) -> Bool? {
    var status = stat()
    return stat(path, &status) == 0 ? status.isRegular : nil
  }

  /// Returns the absolute path without `.` and `..`. Links are not followed.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// Whether stdin is a pipe or a file.
  static var isPiped: Bool {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && (status.isRegular || status.st_mode & S_IFMT == S_IFIFO)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.isFolder
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

extension InputFile {
  /// Returns whether text is an http or https URL rather than a path.
  static func isAddress(_ text: String) -> Bool { text.prefixMatch(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\//) != nil }

  /// Reads a catalog, or its entries as NDJSON.
  ///
  /// - Parameters:
  ///   - registry: has the campuses, which NDJSON does not have.
  ///   - now: the moment of a catalog that is NDJSON.
  static func catalog(_ path: String, _ registry: () throws(Failure) -> Registry, now: Instant) throws(Failure) -> Catalog {
    if isAddress(path) {
      throw Failure(.usage, "only serve reads a catalog from an address; run: curl -fo catalog.json \(Failure.quoted(path))")
    }
    let bytes = try read(path, "the catalog", otherwise: .data)
    let known = CatalogReader.isNDJSON(bytes) ? try registry().allCampuses : nil
    do throws(CatalogError) {
      guard let known else { return try CatalogReader.read(bytes) }
      return try CatalogReader.read(ndjson: bytes, known: known, generatedAt: now)
    } catch {
      guard let kind = otherKind(of: bytes) else { throw Failure(.data, error, path, bytes) }
      throw Failure(.data, "\(name(path)) is not a catalog\(kind); make one with aggregate -o FILE")
    }
  }

  /// Returns the kind of a JSON document that is not a catalog: ", but a campus-diff/1", or nothing if it does not say. Nil for a catalog,
  /// an entry, and text that is not JSON.
  private static func otherKind(of bytes: [UInt8]) -> String? {
    guard let document = try? JSONDocument(parsing: bytes), document.root["kind"] == nil else { return nil }
    guard let schema = document.root["schema"]?.string.flatMap({ PlainText.line($0) }) else { return "" }
    return schema.hasPrefix("campus-catalog/") ? nil : ", but a \(schema.prefix(60))"
  }
}

extension Failure {
  /// Creates the failure for a file that is not JSON, or that has a wrong value: "FILE:LINE:COLUMN: what is wrong".
  init(_ status: ExitStatus, _ error: any Error, _ path: String, _ bytes: [UInt8]) {
    let path = InputFile.name(path)
    switch error {
    case let error as JSONError, CatalogError.json(let error):
      self.init(status, "\(path):\(error.line):\(error.column): \(error.message)")
    case let error as JSONFieldError, CatalogError.shape(let error):
      let place = JSONLocator.position(of: error.pointer, in: bytes)
      self.init(status, "\(path):\(place.line):\(place.column): \(error.message)")
    case CatalogError.line(let line, let column, let message): self.init(status, "\(path):\(line):\(column): \(message)")
    default: self.init(status, "\(path): \(error)")
    }
  }
}

extension CatalogText {
  /// Calls `body`, which reads this text. If it turns out not to be a catalog, throws the failure with the position of the error, which
  /// reading the text as a whole finds.
  func locatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      guard error is JSONError || error is JSONFieldError || error is CatalogError || error is DiffError else { throw error }
      let bytes = try bytes()
      if CatalogReader.isNDJSON(bytes) {
        throw Failure(.data, "\(name) is not a catalog, but NDJSON, which has neither feeds nor a time; make a catalog with --format json")
      }
      do throws(CatalogError) { _ = try CatalogReader.read(bytes) } catch { throw Failure(.data, error, name, bytes) }
      throw error
    }
  }

  /// Returns a catalog that is read piece by piece.
  ///
  /// - Parameter path: the path of a file; - is stdin, which is read at once.
  static func file(_ path: String) throws(Failure) -> CatalogText {
    // A pipe can be read only once.
    if path == "-" || InputFile.isRegular(path) == false {
      return CatalogText(named: InputFile.name(path), bytes: try InputFile.read(path, "the catalog", otherwise: .data))
    }
    return CatalogText(named: path) {
      func failure() -> Failure { Failure(.data, "the catalog \(path) cannot be read: \(SystemError(code: errno).text)") }
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure() }
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      return { room in
        while true {
          let count = read(file.fileDescriptor, room.baseAddress, room.count)
          if count >= 0 { return count }
          if errno != EINTR { throw failure() }
        }
      }
    }
  }
}
