import SimdJSON

/// An error in a JSON file, with its position.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as given by the caller.
  public let file: String
  /// The one-based line.
  public let line: Int
  /// The one-based column, in Unicode scalars.
  public let column: Int
  /// The problem, in one sentence without a period.
  public let message: String

  package init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  public var description: String { "\(file):\(line):\(column): \(message)" }
}

extension FileError {
  /// Creates the error for text that is not JSON, or that has a wrong value. An error of this type is that of another file, and stays as it
  /// is.
  package init(_ error: any Error, in file: String, _ bytes: [UInt8]) {
    switch error {
    case let error as FileError: self = error
    case let error as JSONError: self.init(file: file, line: error.line, column: error.column, message: error.message)
    case let error as JSONFieldError:
      let position = JSONLocator.position(of: error.pointer, in: bytes)
      self.init(file: file, line: position.line, column: position.column, message: error.message)
    default: self.init(file: file, line: 1, column: 1, message: "\(error)")
    }
  }
}
