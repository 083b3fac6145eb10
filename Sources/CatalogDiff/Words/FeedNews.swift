public import CampusCatalog

/// What is to be known of one feed.
public struct FeedNews: Sendable, Hashable {
  public let id: FeedID
  /// Nil if a catalog does not list the feed.
  public let old: FeedReport.Outcome?
  public let new: FeedReport.Outcome?
  /// Why the feed did not deliver, by the newer catalog that says it.
  public let reason: ReasonCode?
  /// False if most of its ids differ; its entries are then not compared one by one.
  public internal(set) var isComparable = true
  /// Entries of the old catalog that the new one does not have and that are not called gone, because the feed did not deliver.
  public internal(set) var missing = 0
  /// Places whose dated hours have no day in common.
  public internal(set) var withoutCommonDay = 0
  /// Entries of a stream that the old catalog does not have.
  public internal(set) var streamed = 0
  /// Sentences for people, without full stops.
  public internal(set) var texts: [String] = []
  /// It is news, and not only a hint to how the catalogs were read: the feed delivers now and did not, or the other way round; its ids
  /// differ; a stream has new entries.
  public internal(set) var isNews = false

  init(id: FeedID, old: FeedReport?, new: FeedReport?) {
    self.id = id
    self.old = old?.outcome
    self.new = new?.outcome
    let failed = [new, old].compactMap { $0 }.first { !$0.outcome.isDelivered }
    reason = failed?.reason
  }
}

extension FeedNews {
  /// Says in sentences what the numbers are.
  mutating func describe() {
    var found: [String] = []
    if old == nil { found.append("not part of the old catalog") }
    if new == nil { found.append("not part of the new catalog") }
    let because = reason.map { " (\($0))" } ?? ""
    switch (old, new) {
    // Switched off on purpose, then as now.
    case (.disabled?, .disabled?): break
    case (let old?, let new?) where old == new && !new.isDelivered: found.append("\(new.rawValue) in both catalogs\(because)")
    default:
      if let new, !new.isDelivered { found.append("\(new.rawValue) in the new catalog\(because)") }
      if let old, !old.isDelivered { found.append("\(old.rawValue) in the old catalog" + (new?.isDelivered == false ? "" : because)) }
    }
    if missing > 0 {
      found.append(
        missing == 1 ? "one of its entries is missing and not called gone" : "\(missing) of its entries are missing and not called gone")
    }
    if hasOtherOutcome { isNews = true }
    if withoutCommonDay > 0 {
      found.append(
        "the hours of \(withoutCommonDay == 1 ? "one place" : "\(withoutCommonDay) places") have no day in common and are not compared")
    }
    if let streamText {
      found.append(streamText)
      isNews = true
    }
    texts = found + texts
  }

  /// Leaves out that a stream has new entries.
  mutating func leaveStreamOut() {
    guard let streamText else { return }
    texts.removeAll { $0 == streamText }
    streamed = 0
    isNews = hasOtherOutcome || !isComparable
  }

  private var hasOtherOutcome: Bool { old == nil || new == nil || old?.isDelivered != new?.isDelivered }

  private var streamText: String? { streamed == 0 ? nil : streamed == 1 ? "one new quote" : "\(streamed) new quotes" }
}
