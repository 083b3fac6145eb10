import CatalogSession
import Logging

/// The log of a run: the engine's events as swift-log records on stderr, as JSON or as readable lines.
struct EventLog: Sendable {
  let format: ListFormat
  /// The logger; nil if nothing is logged.
  private let logger: Logger?

  /// - Parameters:
  ///   - isVerbose: whether to add debug records to JSON, and whether to log anything as text.
  ///   - clock: supplies the time of JSON records.
  init(format: ListFormat, isVerbose: Bool, clock: SystemClock) {
    self.format = format
    guard isVerbose || format == .json else {
      logger = nil
      return
    }
    var logger = Logger(label: "aggregate") { _ in EventLogHandler(format: format, clock: clock) }
    logger.logLevel = isVerbose ? .debug : .info
    self.logger = logger
  }

  func take(_ event: RunEvent) {
    switch event {
    case .feed(let event): log(event.level, event.event, event.logFields)
    case .storeRecovered(let path): log(.info, "store.recovered", [LogField("path", path)])
    case .storeFailed(let error, let path):
      // A lock held by another run is only a warning.
      let level: FetchEvent.Level = error.reason == .storeBusy ? .warn : .error
      log(level, error.reason.description, [LogField("path", path), LogField("detail", error.detail)])
    case .storeSetAside(let detail): Console.error("aggregate: the store is damaged; \(detail)")
    case .shortSecrets(let feeds):
      let detail =
        "an environment variable in a header of \(feeds.map(\.description).joined(separator: ", ")) has fewer than "
        + "\(Scrubber.shortest) bytes; a value this short cannot be removed from catalogs, logs and the store"
      if format == .text { Console.error("aggregate: warning: \(detail)") }
      log(.warn, "secret.short", [LogField("detail", detail)])
    }
  }

  /// Logs a record whose event is a stable name. The fields are computed only if the record is written.
  func log(_ level: FetchEvent.Level, _ event: String, _ fields: @autoclosure () -> [LogField]) {
    logger?.log(
      level: Logger.Level(rawValue: level == .warn ? "warning" : level.rawValue) ?? .info, "\(event)",
      metadata: EventLogHandler.metadata(fields()))
  }
}

extension FetchEvent {
  /// All fields of the event, in the order of a record.
  fileprivate var logFields: [LogField] {
    var all = [LogField("feed", feed.description)]
    if let url { all.append(LogField("url", url)) }
    if let reason { all.append(LogField("reason", reason.description)) }
    for (name, value) in [("attempt", attempt), ("http", status), ("bytes", bytes), ("ms", milliseconds)] {
      if let value { all.append(LogField(name, value)) }
    }
    return all + fields
  }
}
