/// Why a text could not be read as OSM `opening_hours`, and where.
public struct OSMHoursError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Bytes before the place in question.
  public let offset: Int
  /// What stands there, and what is read instead.
  public let message: String

  public var description: String { "opening_hours, byte \(offset): \(message)" }
}
