public import OpeningHours

/// The opening hours of one day, parsed from free text: "08:00-16:00", "8.30am – 5pm, 6pm - midnight", "closed".
///
/// The text is one or more spans separated by ",", ";", "/" or "&". A span is two times (`ClockText`) separated by a dash. An end
/// before its start is on the next day, and 23:59 as an end is midnight. The day is closed if the text is empty, "-" or "shut", or
/// begins with "closed" without a restriction ("closed until noon" is unreadable).
public enum HoursText: Sendable, Hashable {
  /// The services of the day; empty if it is closed.
  case services([Service])
  /// The text is ambiguous or not understood: equal times, an hour without minutes and without am or pm ("8-5"), am or pm on one side
  /// when the other is ambiguous ("8am-5:00"), times that could be on either clock ("9:00-5:00"), other words, or more than 1,000 bytes.
  case unreadable
  /// The text has a time that does not exist, such as "25:61".
  case impossible

  public init(_ text: String) { self = FoldedText.fold(text).map(Self.read) ?? .unreadable }

  private static func read(_ text: String) -> HoursText {
    if text.isEmpty || text == "-" || text == "shut" || isClosed(text) { return .services([]) }
    var services: [Service] = []
    for span in text.split(omittingEmptySubsequences: false, whereSeparator: { ",;/&".contains($0) }) {
      let times = span.split(separator: "-", omittingEmptySubsequences: false)
      guard times.count == 2 else { return .unreadable }
      if times.contains(where: ClockText.isImpossible) { return .impossible }
      guard let service = service(from: times[0], to: times[1]) else { return .unreadable }
      services.append(service)
    }
    return .services(services)
  }

  private static func isClosed(_ text: String) -> Bool {
    guard text.hasPrefix("closed") else { return false }
    let rest = text.dropFirst("closed".count)
    let limits = ["-", "until", "till", "except", "from", "after", "before", "between", "unless", "only", "noon", "midday", "midnight"]
    return !rest.contains(where: \.isNumber) && !limits.contains(where: rest.contains)
  }

  private static func service(from start: Substring, to end: Substring) -> Service? {
    guard let opens = ClockText(folded: start), let closes = ClockText(folded: end), opens.minutes < 1440, opens.minutes != closes.minutes
    else { return nil }
    // Both sides must have am or pm, unless the other one is unambiguous.
    guard opens.isCertain && closes.isCertain || !opens.hasHalf && !closes.hasHalf else { return nil }
    // A leading zero means the 24-hour clock; without one, "9:00-5:00" could be on either.
    let is24Hours = start.hasPrefix("0") || end.hasPrefix("0") || opens.minutes >= 360 && closes.minutes > opens.minutes
    guard opens.isCertain || closes.isCertain || is24Hours else { return nil }
    let last = closes.minutes == 1439 ? 1440 : closes.minutes
    guard let until = LocalTime(minutes: last < opens.minutes ? last + 1440 : last) else { return nil }
    return Service(opens: opens.localTime, closes: until)
  }
}
