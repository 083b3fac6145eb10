/// One opening of a service day: from `opens` until `closes`, perhaps with a label such as "Lunch".
public struct Service: Sendable, Hashable {
  /// Before 24:00.
  public let opens: LocalTime
  /// Later than `opens`, at most 24 hours later; may pass 24:00.
  public let closes: LocalTime
  /// What the feed calls the service, such as "Lunch"; nil if it has no label.
  public let label: String?

  /// Nil when the times are not an opening: closing not after opening, more than 24 hours, or opening at or after 24:00.
  public init?(opens: LocalTime, closes: LocalTime, label: String? = nil) {
    guard Self.isOpening(opens, closes) else { return nil }
    self.opens = opens
    self.closes = closes
    self.label = label
  }

  /// Whether the times are an opening: of at most 24 hours, before 24:00.
  public static func isOpening(_ opens: LocalTime, _ closes: LocalTime) -> Bool {
    opens < .endOfDay && closes > opens && closes.minutes - opens.minutes <= 1440
  }

  static let wholeDay = Service(unchecked: .midnight, .endOfDay)

  init(unchecked opens: LocalTime, _ closes: LocalTime, label: String? = nil) {
    self.opens = opens
    self.closes = closes
    self.label = label
  }

  /// Opening, then closing, as one number.
  private var times: Int32 { Int32(opens.minutes) << 16 | Int32(closes.minutes) }

  /// The order of the services of a day: by opening, then closing, then the bytes of the label.
  static func inOrder(_ left: Service, _ right: Service) -> Bool {
    if left.times != right.times { return left.times < right.times }
    switch (left.label, right.label) {
    case (nil, nil), (.some, nil): return false
    case (nil, .some): return true
    case (let left?, let right?): return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}
