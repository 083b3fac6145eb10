import CatalogSession
import Logging

/// A swift-log handler that writes each record to stderr, as one line of JSON with numbers as numbers
/// (`{"time":…,"level":…,"event":…,…}`) or as a readable line (`  feed.fresh  penn/dining  https://…  status 200  1200 bytes`).
struct EventLogHandler: LogHandler {
  let format: ListFormat
  /// Supplies the time of JSON records.
  let clock: SystemClock
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

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

  /// The fields of an event as one metadata value, because metadata has neither numbers nor an order.
  private struct Fields: Sendable, CustomStringConvertible {
    let all: [LogField]

    var description: String { "\(all)" }
  }

  /// Returns metadata that a handler turns back into the same fields. The empty name sorts before all others.
  static func metadata(_ fields: [LogField]) -> Logger.Metadata { ["": .stringConvertible(Fields(all: fields))] }

  /// Returns the fields of a record: those of an event in their order, then all others sorted by name.
  private static func fields(of metadata: Logger.Metadata) -> [LogField] {
    metadata.sorted { $0.key < $1.key }.flatMap { name, value in
      if case .stringConvertible(let fields as Fields) = value { fields.all } else { [LogField(name, "\(value)")] }
    }
  }
}
