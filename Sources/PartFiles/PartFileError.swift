import Glibc

/// The error of a system call on a part file.
package struct PartFileError: Error {
  /// The value of `errno`.
  package let code: CInt

  package init(_ code: CInt) { self.code = code }

  package var text: String { String(cString: strerror(code)) }
}
