import CampusCatalog
import CatalogSession
import OpeningHours

extension SessionNotice {
  /// - Parameter zones: the zones of the campuses of the catalog.
  func text(asOf text: String? = nil, at moment: Instant, in zones: [Zone]) -> String {
    switch self {
    case .feed(let feed): return Self.text(of: feed, at: moment)
    case .oldCatalog(let made, let age): return "the catalog is \(Age.text(age)) old (generated \(made.zonedText(in: zones)))"
    case .oldResults(let checked, let age):
      return "the newest results are \(Age.text(age)) old (\(checked.zonedText(in: zones))); to update them, run: aggregate"
    case .sample(let recordedAt): return Self.sample(recordedAt, in: zones)
    case .run(let run): return "as of the run of \(run.zonedText(in: zones))"
    case .partOfRun(let run):
      return "there is no run of exactly this selection; this is part of the run of \(run.zonedText(in: zones))"
    case .readInUTC: return Self.readInUTC("--as-of", text ?? "")
    }
  }

  /// Returns the notice that a catalog is the built-in sample.
  static func sample(_ recordedAt: Instant, in zones: [Zone]) -> String {
    "the built-in sample of \(recordedAt.zonedText(in: zones)), not today's data"
  }

  /// Returns the notice that a time without an offset was read in UTC.
  static func readInUTC(_ option: String, _ text: String) -> String {
    "\(option) \(text) is read in UTC, because the campuses do not share one time zone; add an offset, such as -05:00, for another"
  }

  private static func text(of feed: FeedReport, at moment: Instant) -> String {
    var line = "\(feed.id): \(feed.verdict)"
    if let seen = feed.checkedAt ?? feed.fetchedAt, seen < moment {
      line += ", last seen \(Age.text(Int(moment.secondsSinceEpoch - seen.secondsSinceEpoch))) ago"
    }
    return line
  }
}
