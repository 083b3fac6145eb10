import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Logging
import StoreInterface

/// The log of a run: the engine's events as swift-log records on stderr, as JSON or as lines for people.
struct EventLog: Sendable {
  let format: LogFormat
  private let logger: Logger

  /// - Parameters:
  ///   - isVerbose: adds debug records to JSON; without it, nothing is logged as text.
  ///   - clock: supplies the time of JSON records.
  init(format: LogFormat, isVerbose: Bool, clock: SystemClock) {
    self.format = format
    var logger = Logger(label: "aggregate") { _ in
      switch format {
      case .json: JSONLogHandler(clock: clock) { Console.error($0) }
      case .text where isVerbose: TextLogHandler { Console.error($0) }
      case .text: SwiftLogNoOpLogHandler()
      }
    }
    logger.logLevel = isVerbose ? .debug : .info
    self.logger = logger
  }

  func take(_ event: FetchEvent) { log(event.level, event.event, event.logFields) }

  /// Logs something that does not concern a feed.
  func tell(_ level: FetchEvent.Level, _ event: String, _ fields: [LogField]) { log(level, event, fields) }

  /// Logs why a store could not be used. A lock that another run holds is only a warning.
  func tell(_ error: StoreError, at path: String) {
    let level: FetchEvent.Level = error.reason == .storeBusy ? .warn : .error
    log(level, error.reason.description, [LogField("path", path), LogField("detail", error.detail)])
  }

  private func log(_ level: FetchEvent.Level, _ event: String, _ fields: [LogField]) {
    let level = Logger.Level(level)
    guard logger.logLevel <= level else { return }
    logger.log(level: level, "\(event)", metadata: LogRecord.metadata(fields))
  }
}

extension FetchEvent {
  /// All facts of the event, in the order of a record.
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

extension Logger.Level {
  fileprivate init(_ level: FetchEvent.Level) {
    switch level {
    case .debug: self = .debug
    case .info: self = .info
    case .warn: self = .warning
    case .error: self = .error
    }
  }
}
