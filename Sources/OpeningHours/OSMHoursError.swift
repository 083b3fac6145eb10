/// An error that describes why text could not be read as OSM `opening_hours`, and where.
public struct OSMHoursError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The zero-based position of the error, in bytes.
  public let offset: Int
  /// What is wrong at that position, and what is accepted instead, without a full stop.
  public let message: String

  public var description: String { "opening_hours, byte \(offset): \(message)" }
}
