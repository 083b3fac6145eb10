import Basics
package import CampusCatalog
import OpeningHours
import SimdJSON

/// The result of one feed, before it is merged with others. Its entries are lines of their own.
package struct WorkResult: Sendable {
  package var report: FeedReport
  /// The rank of the feed in a merge.
  let priority: Int
  /// The SHA-256 of the canonical lines of its entries, each with its line feed, in lower-case hexadecimal; nil if it has none.
  let content: String?
  /// The state for the next poll; nil if the feed was never polled.
  let state: FeedState?
  /// What the entries are if the feed is a catalog; nil for other feeds, and without a result.
  let catalog: WorkCatalog?

  init(_ report: FeedReport, priority: Int, content: String?, state: FeedState?, catalog: WorkCatalog? = nil) {
    self.report = report
    self.priority = priority
    self.content = content
    self.state = state
    self.catalog = catalog
  }

  /// Returns whether lines are the entries of this result.
  func matches(_ lines: EntryLines) -> Bool { SHA256.hash(lines.bytes).hexadecimal == content }
}

extension WorkResult {
  func writeMembers(to writer: inout JSONWriter) {
    writer.key("report")
    report.write(to: &writer)
    writer.member("priority", priority)
    writer.member("content", content)
    if let state {
      writer.key("state")
      state.write(to: &writer)
    }
    if let catalog { writer.object("catalog") { catalog.writeMembers(to: &$0) } }
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["key", "type", "version", "report", "priority", "content", "state", "catalog"])
    let report = try FeedReport(reading: value.requiredObject("report"))
    let catalog: WorkCatalog? = if let catalog = try value.object("catalog") { try WorkCatalog(reading: catalog) } else { nil }
    self.init(
      report, priority: Int(clamping: try value.requiredInteger("priority")),
      content: value["content"] == nil ? nil : try value.sha256("content"),
      state: try FeedState.ifPresent(in: value, of: report.id), catalog: catalog)
  }
}
