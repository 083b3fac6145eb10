import Aggregation
import CampusCatalog
import CatalogSession
import FeedCore
import OpeningHours
import SimdJSON

/// Logs events on stderr: as lines for people, or as JSON records.
struct EventLog: Sendable {
  let format: LogFormat
  let isVerbose: Bool
  let clock: SystemClock

  func take(_ event: RunEvent) {
    switch event {
    case .feed(let event): take(event)
    case .storeRecovered(let path): tell(.info, "store.recovered", [FetchEvent.Field("path", path)])
    case .storeFailed(let error, let path):
      // A lock that another run holds is nothing broken.
      tell(
        error.reason == .storeBusy ? .warn : .error, error.reason.description,
        [FetchEvent.Field("path", path), FetchEvent.Field("detail", error.detail)])
    case .storeSetAside(let detail): Console.error("aggregate: the store is damaged; \(detail)")
    case .shortSecrets(let feeds):
      let detail =
        "a value of the environment in a header of \(feeds.map(\.description).joined(separator: ", ")) has less than "
        + "\(SecretMatcher.shortest) bytes; what is so short cannot be kept out of catalogs, logs and the store"
      if format == .text { Console.error("aggregate: warning: \(detail)") }
      tell(.warn, "secret.short", [FetchEvent.Field("detail", detail)])
    }
  }

  private func take(_ event: FetchEvent) {
    switch format {
    case .json where event.level != .debug || isVerbose: Console.error(json(event))
    case .text where isVerbose: Console.error(line(event))
    default: break
    }
  }

  /// What happened to the store, or to another thing that is no feed's.
  func tell(_ level: FetchEvent.Level, _ event: String, _ fields: [FetchEvent.Field]) {
    switch format {
    case .json where level != .debug || isVerbose:
      var writer = JSONWriter(capacity: 512)
      begin(level, event, &writer)
      end(fields, &writer)
      Console.error(writer.text)
    case .text where isVerbose: Console.error((["  \(event)"] + fields.map { "\($0.name) \($0.value)" }).joined(separator: "  "))
    default: break
    }
  }

  /// `{"time":…,"level":…,"event":…`
  private func begin(_ level: FetchEvent.Level, _ event: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("time")
    writer.string(clock.now().description)
    writer.key("level")
    writer.string(level.rawValue)
    writer.key("event")
    writer.string(event)
  }

  private func end(_ fields: [FetchEvent.Field], _ writer: inout JSONWriter) {
    for field in fields {
      writer.key(field.name)
      switch field.value {
      case .text(let text): writer.string(text)
      case .number(let number): writer.integer(number)
      }
    }
    writer.endObject()
  }

  /// `{"time":…,"level":…,"event":…,"feed":…,…}`
  private func json(_ event: FetchEvent) -> String {
    var writer = JSONWriter(capacity: 512)
    begin(event.level, event.event, &writer)
    writer.key("feed")
    writer.string(event.feed.description)
    for (key, value) in [("url", event.url), ("reason", event.reason?.description)] {
      guard let value else { continue }
      writer.key(key)
      writer.string(value)
    }
    for (key, value) in [("attempt", event.attempt), ("http", event.status), ("bytes", event.bytes), ("ms", event.milliseconds)] {
      guard let value else { continue }
      writer.key(key)
      writer.integer(value)
    }
    end(event.fields, &writer)
    return writer.text
  }

  private func line(_ event: FetchEvent) -> String {
    var parts = ["  \(event.event)", event.feed.description]
    if let url = event.url { parts.append(url) }
    if let attempt = event.attempt { parts.append("attempt \(attempt)") }
    if let status = event.status { parts.append("status \(status)") }
    if let bytes = event.bytes { parts.append("\(bytes) bytes") }
    if let milliseconds = event.milliseconds { parts.append("\(milliseconds) ms") }
    if let reason = event.reason { parts.append(reason.description) }
    parts += event.fields.map { "\($0.name) \($0.value)" }
    return parts.joined(separator: "  ")
  }
}
