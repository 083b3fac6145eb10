/// An open time of a service day, with an optional label such as "Lunch".
public struct Service: Sendable, Hashable {
  /// When the service opens, before 24:00.
  public let opens: LocalTime
  /// When the service closes: after `opens`, at most 24 hours later. May be after 24:00, in which case it is on the next calendar day.
  public let closes: LocalTime
  /// The feed's name for the service, such as "Lunch"; nil if it has no label.
  public let label: String?

  /// Creates a service; nil unless `isOpening(_:_:)`.
  public init?(opens: LocalTime, closes: LocalTime, label: String? = nil) {
    guard Self.isOpening(opens, closes) else { return nil }
    self.opens = opens
    self.closes = closes
    self.label = label
  }

  /// Returns whether a service may have these times: it opens before 24:00 and closes later, by at most 24 hours.
  public static func isOpening(_ opens: LocalTime, _ closes: LocalTime) -> Bool {
    opens < .endOfDay && closes > opens && closes.minutes - opens.minutes <= 1440
  }

  package static let wholeDay = Service(unchecked: .midnight, .endOfDay)

  init(unchecked opens: LocalTime, _ closes: LocalTime, label: String? = nil) {
    self.opens = opens
    self.closes = closes
    self.label = label
  }

  /// Both times as one number that sorts by opening, then closing.
  private var times: Int32 { Int32(opens.minutes) << 16 | Int32(closes.minutes) }

  /// Returns whether one service comes before another: by opening, then closing, then the bytes of the label.
  static func inOrder(_ left: Service, _ right: Service) -> Bool {
    if left.times != right.times { return left.times < right.times }
    switch (left.label, right.label) {
    case (nil, nil), (.some, nil): return false
    case (nil, .some): return true
    case (let left?, let right?): return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}
