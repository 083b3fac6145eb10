import Aggregation
import CampusCatalog
import CatalogSession
import Fetching
import Logging
import OpeningHours
import SimdJSON
import SnapshotStore

/// The log of a run: the engine's events as swift-log records on stderr, as JSON or as readable lines.
struct EventLog: Sendable {
  let format: DocumentFormat
  private var logger: Logger

  /// - Parameter isVerbose: whether to add debug records to JSON, and whether to log anything as text.
  init(format: DocumentFormat, isVerbose: Bool, clock: SystemClock) {
    self.format = format
    logger = Logger(label: "aggregate") { _ in EventLogHandler(format: format, clock: clock) }
    // No event is critical.
    logger.logLevel = isVerbose ? .debug : format == .json ? .info : .critical
  }

  func take(_ event: RunEvent) {
    switch event {
    case .feed(let event): log(event.level, event.event, event.logFields)
    case .storeRecovered(let path): log(.info, "store.recovered", [LogField("path", path)])
    case .storeMigrated(let path, let backup):
      if format == .text { Console.error(SnapshotStore.migrationText(path, backup)) }
      log(.info, "store.migrated", [LogField("path", path), LogField("backup", backup)])
    case .storeFailed(let error, let path):
      // A lock held by another run is only a warning.
      let level: FetchEvent.Level = error.reason == .storeBusy ? .warn : .error
      log(level, error.reason.description, [LogField("path", path), LogField("detail", error.detail)])
    case .storeSetAside(let detail): Console.error("the store is damaged; \(detail)")
    case .shortSecrets(let feeds):
      let detail =
        "an environment variable in a header of \(feeds.map(\.description).joined(separator: ", ")) has fewer than "
        + "\(Scrubber.shortest.counted("byte")); a value this short cannot be removed from catalogs, logs and the store"
      if format == .text { Console.error("warning: \(detail)") }
      log(.warn, "secret.short", [LogField("detail", detail)])
    }
  }

  /// Logs a record whose event is a stable name. The fields are computed only if the record is written.
  func log(_ level: FetchEvent.Level, _ event: String, _ fields: @autoclosure () -> [LogField]) {
    logger.log(
      level: Logger.Level(rawValue: level == .warn ? "warning" : level.rawValue) ?? .info, "\(event)",
      metadata: ["": .stringConvertible(EventLogHandler.Fields(all: fields()))])
  }
}

extension FetchEvent {
  /// All fields of the event, in the order of a record.
  fileprivate var logFields: [LogField] {
    var all = [LogField("feed", feed.description)]
    if let url { all.append(LogField("url", url)) }
    if let reason { all.append(LogField("reason", reason.description)) }
    let numbers = [("attempt", attempt), ("http", status), ("bytes", bytes), ("ms", milliseconds)]
    return all + numbers.compactMap { name, value in value.map { LogField(name, $0) } } + fields
  }
}

/// A swift-log handler that writes each record to stderr, as one line of JSON with numbers as numbers
/// (`{"time":…,"level":…,"event":…,…}`) or as a readable line (`aggregate: feed.fresh  penn/dining  https://…  status 200  1200 bytes`).
struct EventLogHandler: LogHandler {
  let format: DocumentFormat
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
    case .json: Console.log(json(event, fields))
    case .text: Console.error((["\(event.message)"] + fields.map(Self.text)).joined(separator: "  "))
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

  /// The fields of an event as one metadata value, because metadata has neither numbers nor an order. Its name is empty, so that it sorts
  /// before all others.
  struct Fields: Sendable, CustomStringConvertible {
    let all: [LogField]
    var description: String { "\(all)" }
  }

  /// Returns the fields of a record: an event's fields in their order, then all others sorted by name.
  private static func fields(of metadata: Logger.Metadata) -> [LogField] {
    metadata.sorted { $0.key < $1.key }.flatMap { name, value in
      if case .stringConvertible(let fields as Fields) = value { fields.all } else { [LogField(name, "\(value)")] }
    }
  }
}
