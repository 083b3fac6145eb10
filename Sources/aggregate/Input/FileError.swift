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
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    guard let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain else { return nil }
    return Int32(cause.code)
  }
}

/// Files that the user names.
enum InputFile {
  /// All bytes of a file; of stdin for "-".
  ///
  /// - Parameter status: the exit class when it can not be read.
  static func read(_ path: String, _ what: String, otherwise status: ExitStatus) throws(Failure) -> [UInt8] {
    do {
      if path == "-" { return roomy(try FileHandle.standardInput.readToEnd() ?? Data()) }
      return roomy(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Failure(status, "\(what) \(path) can not be read: \(FileError.text(error))")
    }
  }

  /// All bytes of a file that need not be there.
  static func readIfPresent(_ path: String) throws -> [UInt8]? {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue else { return nil }
    return roomy(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The bytes in an array with some room behind them, which the JSON parser likes.
  private static func roomy(_ data: Data) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + 64)
    bytes.append(contentsOf: data)
    return bytes
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }
}
