/// A failed system call.
package struct SystemCallError: Error {
  /// The value of `errno`.
  package let code: CInt

  package init(code: CInt) { self.code = code }
}
