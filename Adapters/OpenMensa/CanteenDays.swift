import FeedKit

/// The days of a canteen that a feed lists: on which of them it is closed, and which have meals.
struct CanteenDays {
  /// The days that are marked as closed.
  private var closed: Set<LocalDate> = []
  /// The days that have meals.
  private var served: Set<LocalDate> = []
  /// Whether no day is listed.
  private(set) var isEmpty = true
  /// Whether a day could not be read, so that any day may be closed.
  private(set) var isUnknown = false

  /// Days of which one could not be read.
  static var unknown: CanteenDays {
    var days = CanteenDays()
    (days.isEmpty, days.isUnknown) = (false, true)
    return days
  }

  private init() {}

  init(of canteen: XMLElement) throws(FieldError) {
    for day in canteen.elements("day") {
      isEmpty = false
      let date = try day.requiredDate("date")
      if day.elements("closed").first != nil { closed.insert(date) }
      if day.elements("category").first != nil || day.elements("meal").first != nil { served.insert(date) }
    }
  }

  /// The layer of the closed days; nil if there are none. A day that is closed and has meals, too, is unknown.
  var layer: Layer? {
    if closed.isEmpty { return nil }
    return Layer(.special, dates: closed.map { DatedPlan($0, served.contains($0) ? .unknown : .closed) })
  }

  /// The days that are closed and have meals, too, in order.
  var contradictions: [LocalDate] { closed.intersection(served).sorted() }
}
