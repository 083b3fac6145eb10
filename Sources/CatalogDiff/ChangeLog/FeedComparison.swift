public import CampusCatalog
import OpeningHours

/// How one feed compares between two catalogs: its outcomes, and remarks on its entries as a whole.
public struct FeedComparison: Sendable, Hashable {
  public let id: FeedID
  /// The outcome in the old catalog; nil if that does not list the feed.
  public let old: FeedReport.Outcome?
  /// The outcome in the new catalog; nil if that does not list the feed.
  public let new: FeedReport.Outcome?
  /// The reason why the feed did not deliver: from the new catalog if it failed there, otherwise from the old one.
  public let reason: ReasonCode?
  /// False if most of its ids differ; its entries are then paired by name, and the others are not reported one by one.
  public internal(set) var isComparable = true
  /// The number of entries that only the old catalog has and that do not count as gone, because the feed did not deliver.
  public internal(set) var missing = 0
  /// The number of places whose dated hours have no day in common, and whose usual week is not known.
  public internal(set) var withoutCommonDay = 0
  /// The number of places whose dated hours have no day in common, and are compared with the usual week.
  public internal(set) var comparedWithUsualWeek = 0
  /// The number of entries of a stream that only the new catalog has.
  public internal(set) var streamed = 0
  /// The number of entries with different ids that were paired by their names, because most ids differ or names decide.
  public internal(set) var pairedByName = 0
  /// The address of the feed; nil if unknown.
  public let url: String?
  /// Remarks for people, without periods.
  public internal(set) var texts: [String] = []
  /// Whether something changed, or may have: the feed delivers in only one of the catalogs, most of its ids differ, hours have no day in
  /// common, or a stream has new entries.
  /// Otherwise the texts are only remarks on how the catalogs were compared.
  public internal(set) var isChange = false

  /// The seconds between the last time the feed worked before the old catalog and the new catalog; nil unless it works again.
  private let outage: Int64?

  /// Creates a comparison of the outcomes only. A report is nil if the catalog does not list the feed.
  init(id: FeedID, old: FeedReport?, new: FeedReport?) {
    self.id = id
    self.old = old?.outcome
    self.new = new?.outcome
    url = new?.address ?? old?.address
    let isRecovery = old?.outcome == .stale && new?.outcome.isDelivered == true
    let (from, to) = (old?.checkedAt ?? old?.fetchedAt, new?.checkedAt ?? new?.fetchedAt)
    outage = isRecovery ? from.flatMap { from in to.map { $0.secondsSinceEpoch - from.secondsSinceEpoch } } : nil
    reason = [new, old].compactMap { $0 }.first { !$0.outcome.isDelivered }?.reason
  }

  /// The change of the feed, as a sentence without a period.
  var headline: String {
    if !isComparable { return "Most ids of the feed \(id) are different" }
    if !hasDifferentDelivery, withoutCommonDay > 0 {
      return "The hours of \(withoutCommonDay.counted("place")) of the feed \(id) have no day in common"
    }
    if !hasDifferentDelivery, let streamText { return "The feed \(id) has \(streamText)" }
    if let recovery { return "The feed \(id) \(recovery)" }
    return "The feed \(id) is \(texts.first ?? "different")"
  }

  /// Adds the remarks that follow from the outcomes and numbers, and sets `isChange`. Call it once, when all entries have been counted.
  mutating func describe() {
    var found: [String] = []
    if old == nil { found.append("not part of the old catalog") }
    if new == nil { found.append("not part of the new catalog") }
    let because = reason.map { " (\($0))" } ?? ""
    switch (old, new) {
    // Disabled on purpose in both.
    case (.disabled?, .disabled?): break
    case (let old?, let new?) where old == new && !new.isDelivered: found.append("\(new.rawValue) in both catalogs\(because)")
    case (.stale?, let new?) where new.isDelivered, (.absent?, let new?) where new.isDelivered: found += [recovery].compactMap(\.self)
    default:
      if let new, !new.isDelivered { found.append("\(new.rawValue) in the new catalog\(because)") }
      if let old, !old.isDelivered { found.append("\(old.rawValue) in the old catalog" + (new?.isDelivered == false ? "" : because)) }
    }
    if missing > 0 {
      found.append(
        missing == 1
          ? "one of its entries is missing, but not reported as gone" : "\(missing) of its entries are missing, but not reported as gone")
    }
    if hasDifferentDelivery { isChange = true }
    if withoutCommonDay > 0 {
      found.append(
        "the hours of \(withoutCommonDay == 1 ? "one place" : "\(withoutCommonDay) places") have no day in common and are not compared")
      isChange = true
    }
    if comparedWithUsualWeek > 0 {
      let places = comparedWithUsualWeek == 1 ? "one place" : "\(comparedWithUsualWeek) places"
      found.append("the hours of \(places) have no day in common and are compared with the usual week")
    }
    if let streamText {
      found.append(streamText)
      isChange = true
    }
    texts = found + texts
  }

  /// Removes the remark that a stream has new entries.
  mutating func removeStreamedEntries() {
    guard let streamText else { return }
    texts.removeAll { $0 == streamText }
    streamed = 0
    isChange = hasDifferentDelivery || !isComparable || withoutCommonDay > 0
  }

  /// "works again after 3 h (http.503)"; nil if the feed did not recover.
  private var recovery: String? {
    guard old == .stale || old == .absent, new?.isDelivered == true else { return nil }
    if old == .absent { return "works now" + (reason.map { ", before: \($0)" } ?? "") }
    let after = outage.flatMap { $0 > 0 ? " after \(Self.duration($0))" : nil } ?? ""
    return "works again\(after)" + (reason.map { " (\($0))" } ?? "")
  }

  /// "40 min", "3 h", "2 days".
  private static func duration(_ seconds: Int64) -> String {
    switch seconds {
    case ..<3570: "\(max(1, (seconds + 30) / 60)) min"
    case ..<171_000: "\((seconds + 1800) / 3600) h"
    default: "\((seconds + 43_200) / 86_400) days"
    }
  }

  /// Whether only one of the catalogs lists the feed, or the feed delivered in only one of them.
  private var hasDifferentDelivery: Bool { old == nil || new == nil || old?.isDelivered != new?.isDelivered }

  /// "8 new quotes"; nil if there are none.
  private var streamText: String? { streamed == 0 ? nil : streamed == 1 ? "one new quote" : "\(streamed) new quotes" }
}
