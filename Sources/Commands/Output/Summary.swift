import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// A summary of a run as text: a message, and below it one line for each feed.
enum Summary {
  static func print(_ catalog: CatalogParts, isSample: Bool = false, isVerbose: Bool) {
    if isSample { Console.error(SessionNotice.sample(catalog.generatedAt, in: catalog.campuses.compactMap(\.timeZone))) }
    Console.error("\(catalog.count.counted("entry", "entries")) of \(catalog.feeds.count.counted("feed"))")
    let width = catalog.feeds.map(\.id.description.count).max() ?? 0
    for feed in catalog.feeds {
      Console.log("  \(feed.id.description.padded(to: width))  \(text(of: feed))")
      if isVerbose { for note in feed.notes { Console.log("    \(text(of: note))") } }
    }
  }

  /// Prints a line for each feed that did not deliver; nothing if all did.
  static func printFailures(_ feeds: [FeedReport]) {
    for feed in feeds where !feed.outcome.isDelivered && (feed.outcome != .disabled || feed.reason == .gone) {
      Console.error("\(feed.id): \(text(of: feed))")
    }
  }

  /// Returns the reason why there is no catalog, and advice.
  ///
  /// - Parameters:
  ///   - selectedBy: the setting that selects the feeds; nil for the command line.
  ///   - canTellMore: whether the command has the option `-v`.
  static func nothing(
    _ feeds: [FeedReport], isStrict: Bool = false, isRecorded: Bool, notRecorded: [String] = [], selectedBy: String? = nil,
    canTellMore: Bool = true
  ) -> String {
    if feeds.isEmpty {
      if !isRecorded { return "nothing to read: no feed is selected" }
      if let selectedBy { return "nothing to read: the recording has none of the feeds that \(selectedBy) selects" }
      return "nothing to read: the recording has none of the selected feeds; a recording has the files DIR/<campus>/<feed>/<request>.json"
    }
    let failed = (feeds.filter { !$0.outcome.isDelivered }.map(\.id.description) + notRecorded).joined(separator: ", ")
    if !isRecorded, !isStrict {
      return
        "no feed delivered anything, and there are no earlier results; -v shows why (no network? --sample shows a built-in example)"
    }
    let detail = isStrict ? "--strict allows no missing feeds, but these are missing: \(failed)" : "no feed delivered anything"
    if !canTellMore { return "\(detail): \(failed); --sample shows a built-in example" }
    return "\(detail); -v shows why, and --sample shows a built-in example"
  }

  private static func text(of feed: FeedReport) -> String {
    var text = "\(feed.verdict): \(feed.entries.counted("entry", "entries"))"
    if feed.rejected > 0 { text += ", \(feed.rejected) set aside" }
    if !feed.notes.isEmpty { text += ", \(feed.notes.count.counted("note"))" }
    if let bytes = feed.bytes, feed.outcome == .fresh { text += ", \(size(bytes))" }
    if let attempts = feed.attempts, attempts > 1 { text += ", \(attempts.counted("attempt"))" }
    if let reason = feed.reason, let note = feed.notes.first(where: { $0.code == reason }) { text += "; \(note.detail)" }
    if feed.outcome == .stale, let note = feed.notes.first(where: { $0.code == .stale }) { text += "; \(note.detail)" }
    return text
  }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }

  private static func text(of note: Note) -> String {
    [note.code.description, note.location, note.entry?.description ?? "", note.detail].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension Note {
  /// The request and the pointer in its reply, as far as known.
  var location: String { [request, pointer].compactMap(\.self).joined(separator: " ") }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension FeedReport {
  /// The outcome and its reason: "stale (http.503)".
  var verdict: String { outcome.rawValue + (reason.map { " (\($0))" } ?? "") }
}
