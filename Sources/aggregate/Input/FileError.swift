import Foundation
import Glibc

/// Reads files that the user names, and says what is wrong with them.
enum FileError {
  /// The words of the system for an error.
  static func text(_ error: any Error) -> String {
    code(error).map { String(cString: strerror($0)) } ?? (error as NSError).localizedDescription
  }

  static func isBrokenPipe(_ error: any Error) -> Bool { code(error) == EPIPE }

  private static func code(_ error: any Error) -> Int32? {
    if let error = error as? SystemError { return error.code }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    guard let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain else { return nil }
    return Int32(cause.code)
  }
}

/// What the system said of a file.
struct SystemError: Error {
  let code: Int32

  var text: String { String(cString: strerror(code)) }
}

/// Files that the user names.
enum InputFile {
  /// All bytes of a file; of stdin for "-".
  ///
  /// - Parameter status: the exit class when it can not be read.
  static func read(_ path: String, _ what: String, otherwise status: ExitStatus) throws(Failure) -> [UInt8] {
    do {
      return try path == "-" ? readAll(STDIN_FILENO) : readAll(at: path)
    } catch {
      throw Failure(status, "\(what) \(path) can not be read: \(error.text)")
    }
  }

  /// All bytes of a file that need not be there; a folder is no file.
  static func readIfPresent(_ path: String) throws(SystemError) -> [UInt8]? {
    do {
      return try readAll(at: path)
    } catch {
      if [ENOENT, ENOTDIR, EISDIR].contains(error.code) { return nil }
      throw error
    }
  }

  private static func readAll(at path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    defer { close(descriptor) }
    return try readAll(descriptor)
  }

  /// With some room behind the bytes, which the JSON parser likes.
  private static func readAll(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 64)
    var failure: SystemError?
    withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = SystemError(code: errno) }
        guard count > 0 else { return }
        bytes.append(contentsOf: buffer[..<count])
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Two paths that lead to one file; also where neither is there yet.
  static func isSameFile(_ left: String, _ right: String) -> Bool {
    func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path }
    return resolved(left) == resolved(right)
  }

  /// The same path from the root, without detours; links are not followed.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The folder that a path is in, as the path says it.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
