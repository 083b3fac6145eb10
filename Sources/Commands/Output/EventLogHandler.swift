import CampusCatalog
import Fetching
import Logging
import OpeningHours
import SimdJSON

/// A swift-log handler that writes each record on stderr, as one line of JSON with numbers as numbers
/// (`{"time":…,"level":…,"event":…,…}`) or as a line for people (`  feed.fresh  penn/dining  https://…  status 200  1200 bytes`).
struct EventLogHandler: LogHandler {
  let format: ListFormat
  /// Supplies the time of JSON records.
  let clock: SystemClock
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(format: ListFormat, clock: SystemClock) {
    self.format = format
    self.clock = clock
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = Self.fields(of: metadata.merging(event.metadata ?? [:]) { $1 })
    switch format {
    case .json: Console.error(json(event, fields))
    case .text: Console.error((["  \(event.message)"] + fields.map(Self.text)).joined(separator: "  "))
    }
  }

  private func json(_ event: LogEvent, _ fields: [LogField]) -> String {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.member("time", clock.now().description)
    writer.member("level", event.level == .warning ? "warn" : event.level.rawValue)
    writer.member("event", event.message.description)
    for field in fields {
      writer.key(field.name)
      switch field.value {
      case .text(let text): writer.string(text)
      case .number(let number): writer.integer(number)
      }
    }
    writer.endObject()
    return writer.text
  }

  private static func text(_ field: LogField) -> String {
    switch field.name {
    case "feed", "url", "reason": "\(field.value)"
    case "http": "status \(field.value)"
    case "bytes", "ms": "\(field.value) \(field.name)"
    default: "\(field.name) \(field.value)"
    }
  }

  // MARK: - Fields as metadata

  /// A field's value and its position: the metadata of swift-log has neither numbers nor an order.
  private struct Entry: Sendable, CustomStringConvertible {
    let position: Int
    let value: LogField.Value

    var description: String { value.description }
  }

  /// Returns metadata that a handler turns back into the same fields. Of several fields with one name the first counts.
  static func metadata(_ fields: [LogField]) -> Logger.Metadata {
    let entries = fields.enumerated().map { ($1.name, Logger.MetadataValue.stringConvertible(Entry(position: $0, value: $1.value))) }
    return Logger.Metadata(entries) { first, _ in first }
  }

  /// Returns the fields of a record: those of an event in their order, then all others sorted by name.
  private static func fields(of metadata: Logger.Metadata) -> [LogField] {
    let all = metadata.map { name, value -> (position: Int, field: LogField) in
      guard case .stringConvertible(let entry as Entry) = value else { return (Int.max, LogField(name, "\(value)")) }
      return (entry.position, LogField(name, entry.value))
    }
    return all.sorted { ($0.position, $0.field.name) < ($1.position, $1.field.name) }.map(\.field)
  }
}
