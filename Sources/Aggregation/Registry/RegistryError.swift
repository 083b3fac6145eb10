/// An error in a registry file, with its position.
public struct RegistryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as passed by the caller.
  public let file: String
  /// The one-based line.
  public let line: Int
  /// The one-based column, in Unicode scalars.
  public let column: Int
  /// What is wrong: one sentence without a full stop.
  public let message: String

  public var description: String { "\(file):\(line):\(column): \(message)" }
}
