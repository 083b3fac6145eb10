/// Limits the time that a calendar may take with rules that have no dates, such as every February 30: for each of them, the library looks at
/// thousands of years.
struct RuleBudget: Sendable {
  private var unusable = 0

  private static let maximumUnusable = 10

  /// - Throws: an error if there were too many already.
  func check() throws(CalendarError) {
    guard unusable < Self.maximumUnusable else {
      throw CalendarError(.limit, .rule, "the rule was not applied, because \(unusable) others of the calendar have no dates")
    }
  }

  /// Counts a rule that has no dates.
  mutating func spend() { unusable += 1 }
}
