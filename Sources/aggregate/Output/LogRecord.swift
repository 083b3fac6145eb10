import Fetching
import Logging

/// Converts between the fields of an event, which have an order and numbers, and the metadata of swift-log, which has neither.
enum LogRecord {
  /// A field's value and its position.
  private struct Entry: Sendable, CustomStringConvertible {
    let position: Int
    let value: LogField.Value

    var description: String { value.description }
  }

  /// Returns metadata that `fields(of:adding:)` turns back into the same fields. Of several fields with one name the first counts.
  static func metadata(_ fields: [LogField]) -> Logger.Metadata {
    let entries = fields.enumerated().map { ($1.name, Logger.MetadataValue.stringConvertible(Entry(position: $0, value: $1.value))) }
    return Logger.Metadata(entries) { first, _ in first }
  }

  /// Returns the fields of a record: those of an event in their order, then all others sorted by name.
  static func fields(of event: LogEvent, adding metadata: Logger.Metadata) -> [LogField] {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.map { name, value -> (position: Int, field: LogField) in
      guard case .stringConvertible(let entry as Entry) = value else { return (Int.max, LogField(name, "\(value)")) }
      return (entry.position, LogField(name, entry.value))
    }
    return all.sorted { ($0.position, $0.field.name) < ($1.position, $1.field.name) }.map(\.field)
  }
}
