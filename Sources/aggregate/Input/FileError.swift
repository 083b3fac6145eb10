import Foundation
import Glibc

/// Reads files that the user names, and reports what is wrong with them.
enum FileError {
  /// The words of the system for an error.
  static func text(_ error: any Error) -> String {
    (error as? SystemError)?.text ?? code(error).map { String(cString: strerror($0)) } ?? (error as NSError).localizedDescription
  }

  private static func code(_ error: any Error) -> Int32? {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
    guard let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain else { return nil }
    return Int32(cause.code)
  }
}
