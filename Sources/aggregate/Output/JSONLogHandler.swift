import Fetching
import Logging
import OpeningHours
import SimdJSON

/// A swift-log handler that writes each record as one line of JSON: `{"time":…,"level":…,"event":…,…}`, with numbers as numbers.
struct JSONLogHandler: LogHandler {
  let clock: SystemClock
  /// Writes a line without its line feed.
  let write: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(clock: SystemClock, write: @escaping @Sendable (String) -> Void) {
    self.clock = clock
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.key("time")
    writer.string(clock.now().description)
    writer.key("level")
    writer.string(event.level == .warning ? "warn" : event.level.rawValue)
    writer.key("event")
    writer.string(event.message.description)
    for field in LogRecord.fields(of: event, adding: metadata) {
      writer.key(field.name)
      switch field.value {
      case .text(let text): writer.string(text)
      case .number(let number): writer.integer(number)
      }
    }
    writer.endObject()
    write(writer.text)
  }
}
