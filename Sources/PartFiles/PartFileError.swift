import Glibc

/// A failed system call on a part file.
package struct PartFileError: Error {
  /// The value of `errno`.
  package let code: CInt

  package init(_ code: CInt) { self.code = code }

  /// The description of the error by the system.
  package var text: String { String(cString: strerror(code)) }
}
