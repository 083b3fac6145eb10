/// Why a text could not be read as OSM `opening_hours`, and where.
public struct OSMHoursError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Bytes before the place in question.
  public let offset: Int
  /// What is wrong at that position, and what is accepted instead.
  public let message: String

  public var description: String { "opening_hours, byte \(offset): \(message)" }
}
