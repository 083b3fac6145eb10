import Fetching
import Logging

/// A swift-log handler that writes each record as a line for people: `  feed.fresh  penn/dining  https://…  status 200  1200 bytes`.
struct TextLogHandler: LogHandler {
  /// Writes a line without its line feed.
  let write: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = LogRecord.fields(of: event, adding: metadata)
    write((["  \(event.message)"] + fields.map(Self.text)).joined(separator: "  "))
  }

  private static func text(_ field: LogField) -> String {
    switch field.name {
    case "feed", "url", "reason": "\(field.value)"
    case "http": "status \(field.value)"
    case "bytes", "ms": "\(field.value) \(field.name)"
    default: "\(field.name) \(field.value)"
    }
  }
}
