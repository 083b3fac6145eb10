import OpeningHours

/// A part of a text about a week: weekdays, or hours.
struct WeekTextItem {
  enum Value {
    case days([Weekday])
    /// Services; empty for "closed".
    case hours([Service])
  }

  /// The separator between a part and the one before it, weakest first.
  enum Separator: Int, Comparable {
    /// Only spaces, a colon or a dash.
    case none
    /// "and", "&", "/" or "+".
    case and
    case comma
    /// ";", "|", a line break or the beginning of the text.
    case end

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let value: Value
  let separator: Separator
  /// Whether a colon follows, so that hours must be next.
  var hasColon = false

  var days: [Weekday]? { if case .days(let days) = value { days } else { nil } }
  var services: [Service]? { if case .hours(let services) = value { services } else { nil } }

  /// Returns the parts of a text; nil if something is not understood.
  static func all(of text: String) -> [WeekTextItem]? {
    guard let tokens = WeekTextToken.all(of: text) else { return nil }
    var items: [WeekTextItem] = []
    var separator = Separator.end
    var index = 0
    func token(_ offset: Int) -> WeekTextToken? { index + offset < tokens.count ? tokens[index + offset] : nil }
    func add(_ value: Value, _ count: Int) {
      items.append(WeekTextItem(value: value, separator: separator))
      separator = .none
      index += count
    }
    while let current = token(0) {
      switch (current, token(1), token(2)) {
      case (.day(let first), .dash, .day(let last)):
        add(.days((0...(last.rawValue - first.rawValue + 7) % 7).map { first.adding($0) }), 3)
      case (.day(let day), _, _): add(.days([day]), 1)
      case (.days(let days), _, _): add(.days(days), 1)
      case (.time(let start), .dash, .time(let end)):
        guard let service = HoursText.service(from: start[...], to: end[...]) else { return nil }
        add(.hours([service]), 3)
      case (.closed, _, _): add(.hours([]), 1)
      case (.wholeDay, _, _): add(.hours([.wholeDay]), 1)
      // "Open" before hours has no meaning and is skipped. Without hours, it is not understood.
      case (.open, .time, _), (.open, .wholeDay, _): index += 1
      case (.dash, let next?, _):
        // Between weekdays and hours, a dash is like a colon.
        guard separator == .none, let last = items.last, next != .dash, !next.isSeparator, (last.days == nil) == next.isDays else {
          return nil
        }
        index += 1
      case (.colon, _, _):
        guard !items.isEmpty, separator == .none else { return nil }
        items[items.count - 1].hasColon = true
        index += 1
      case (.separator(let found), _, _):
        separator = max(separator, found)
        index += 1
      default: return nil
      }
    }
    return items
  }
}
