import CatalogQuery
import OpeningHours

extension StayOpenCondition {
  /// Returns the condition in words: "until 10 PM", "for 2 hours".
  ///
  /// - Parameters:
  ///   - style: how times are written.
  ///   - zone: the zone of the places; nil for UTC.
  func text(_ style: RegionalStyle, in zone: Zone?) -> String {
    switch self {
    case .seconds(let seconds): Words.text("staying-for", ["length": Self.length(seconds)])
    case .untilClock(let time): style.until(Int(time.minutes))
    case .until(let end): Words.text("until-time", ["time": style.text(end, in: zone)])
    }
  }

  /// Returns a length of time in words: "30 minutes", "2 hours".
  static func length(_ seconds: Int) -> String {
    seconds % 3600 == 0 ? Words.text("hours-long", count: seconds / 3600) : Words.text("minutes-long", count: seconds / 60)
  }
}
