import Glibc

/// Why a file cannot be used.
struct SystemError: Error {
  /// In words.
  let text: String
  /// It has more bytes than may be read.
  let isTooLarge: Bool

  /// - Parameter code: the value of `errno`.
  init(code: Int32) { self.init(String(cString: strerror(code))) }

  init(_ text: String, isTooLarge: Bool = false) {
    self.text = text
    self.isTooLarge = isTooLarge
  }
}
