public import OpeningHours

/// The opening hours of one day, parsed from free text: "08:00-16:00", "8.30am – 5pm, 6pm - midnight", "8am to noon", "24 hours", "closed".
///
/// The text is one or more spans separated by ",", ";", "/" or "&". A span is two times (`ClockText`) separated by a dash, "to", "until" or
/// "til". An end before its start is on the next day, and 23:59 as an end is midnight. The day is closed if the text is empty, "-",
/// "closed" or "shut". "Closed" with any other words is limited to a time or an occasion ("closed until noon", "closed in summer"), so it
/// is unreadable.
public enum HoursText: Sendable, Hashable {
  /// The services of the day; empty if it is closed.
  case services([Service])
  /// The text is ambiguous or not understood: equal times, an hour without minutes and without am or pm ("8-5"), am or pm on one side
  /// when the other is ambiguous ("8am-5:00"), times that could be on either clock ("9:00-5:00"), times that do not exist,
  /// other words, or more than 1,000 bytes.
  case unreadable

  public init(_ text: String) {
    guard text.utf8.count <= FoldedText.maximumBytes else {
      self = .unreadable
      return
    }
    let dashed = Self.connectors.reduce(text.lowercased()) { $0.replacing($1, with: "-") }
    self = FoldedText.fold(dashed).map(Self.read) ?? .unreadable
  }

  private static let connectors = [" to ", " until ", " til "]
  private static let closed: Set = ["", "-", "closed", "closed.", "shut", "closedallday", "closedtoday", "closed-closed", "--", "n/a-n/a"]
  private static let wholeDay: Set = ["24hours", "24/7", "24hrs", "24h", "open24hours", "open24hrs", "open24h", "open24/7"]

  private static func read(_ text: String) -> HoursText {
    if closed.contains(text) { return .services([]) }
    if wholeDay.contains(text) { return .services([.wholeDay]) }
    var services: [Service] = []
    for span in text.split(omittingEmptySubsequences: false, whereSeparator: { ",;/&".contains($0) }) {
      let times = span.split(separator: "-", omittingEmptySubsequences: false)
      guard times.count == 2, let service = service(from: times[0], to: times[1]) else { return .unreadable }
      services.append(service)
    }
    return .services(services)
  }

  /// Returns the service between two texts that `FoldedText.fold` returned; nil if they are not times, or not certain.
  static func service(from start: Substring, to end: Substring) -> Service? {
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
