import FeedKit

/// The days of a canteen that a feed lists: on which of them it is closed, and how many meals there are.
struct CanteenDays {
  /// The days that are marked as closed.
  private var closed: Set<LocalDate> = []
  /// The days that have meals.
  private var served: Set<LocalDate> = []
  private var meals = 0
  /// Whether no day is listed.
  private(set) var isEmpty = true

  init(of canteen: XMLElement) throws(FieldError) {
    for day in canteen.elements("day") {
      isEmpty = false
      let date = try day.requiredDate("date")
      if day.elements("closed").first != nil { closed.insert(date) }
      for category in day.elements("category") {
        served.insert(date)
        meals += category.elements("meal").count
      }
    }
  }

  /// The layer of the closed days; nil if there are none. A day that is closed and has meals, too, is unknown.
  var layer: Layer? {
    if closed.isEmpty { return nil }
    return Layer(.special, dates: closed.map { DatedPlan($0, served.contains($0) ? .unknown : .closed) })
  }

  /// The days that are closed and have meals, too, in order.
  var contradictions: [LocalDate] { closed.intersection(served).sorted() }

  /// How many meals were left out; nil if there are none.
  var menuSummary: String? {
    served.isEmpty ? nil : "the menus were left out: \(meals.counted("meal")) on \(served.count.counted("day"))"
  }
}
