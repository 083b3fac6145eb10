import OpeningHours

/// An address with dates in it, such as `https://example.edu/menus/{year}/{month:1}/{day:1}.json`.
///
///     {date}              2026-11-05
///     {year}              2026
///     {month}, {day}      11, 05; {month:1} and {day:1} have no leading zero
///     {week}, {weekyear}  45, 2026: the ISO week, and the year that it belongs to
///
/// A number moves a date: `{date+1}` is one day later, `{date-1}` one day earlier, and `{week+1}` one week later.
package struct DatedAddress: Sendable {
  /// Why a text is not an address with dates.
  package struct Fault: Error, Sendable, Hashable {
    /// One sentence without a period.
    package let message: String
  }

  private enum Field: String, CaseIterable {
    case date, year, month, day, week, weekyear

    var isOfWeek: Bool { self == .week || self == .weekyear }
    /// Whether it may be written without a leading zero.
    var isPadded: Bool { self == .month || self == .day || self == .week }
  }

  private struct Date: Hashable {
    let field: Field
    /// In days, or in weeks for those of a week.
    let offset: Int
    var isShort = false
  }

  /// Each date, with the text before it.
  private let dates: [(before: Substring, date: Date)]
  private let end: Substring

  /// Reads an address. An address without braces has no dates.
  ///
  /// - Throws: a fault for anything else in braces, and for a date in the name of the server.
  package init(_ text: String) throws(Fault) {
    var dates: [(before: Substring, date: Date)] = []
    var rest = text[...]
    let server = text.firstRange(of: "://").flatMap { text[$0.upperBound...].firstIndex { "/?#".contains($0) } } ?? text.endIndex
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[start] == "{", let last = rest[start...].firstIndex(of: "}") else {
        throw Fault(message: "\"\(rest[start])\" is not part of a date; \(Self.advice)")
      }
      guard start > server else { throw Fault(message: "the name of a server has no dates") }
      let name = rest[rest.index(after: start)..<last]
      guard let date = Self.date(name) else { throw Fault(message: "\"{\(name)}\" is not a date; \(Self.advice)") }
      dates.append((rest[..<start], date))
      rest = rest[rest.index(after: last)...]
    }
    self.dates = dates
    end = rest
    try checkOffsets()
  }

  private static let advice =
    "use one of \(Field.allCases.map { "{\($0)}" }.joined(separator: ", ")), such as {date+1} or {day:1}, or %7B and %7D for braces"

  // A literal in a function would be compiled at each use. Matching does not change it.
  nonisolated(unsafe) private static let form = /([a-z]+)([+-][0-9]{1,3})?(:1)?/

  private static func date(_ name: Substring) -> Date? {
    guard let match = name.wholeMatch(of: form), let field = Field(rawValue: String(match.1)),
      match.3 == nil || field.isPadded
    else { return nil }
    return Date(field: field, offset: match.2.flatMap { Int($0) } ?? 0, isShort: match.3 != nil)
  }

  /// Throws a fault for parts of one date with different offsets, such as `{month}/{day+1}`, which is wrong at the end of a month.
  private func checkOffsets() throws(Fault) {
    for fields: [Field] in [[.year, .month, .day], [.weekyear, .week]] {
      let offsets = fields.map { field in Set(dates.filter { $0.date.field == field }.map(\.date.offset)) }
      guard let last = offsets.last, !last.isEmpty else { continue }
      for (field, offsets) in zip(fields, offsets) where !offsets.isEmpty && offsets != last {
        throw Fault(message: "{\(field)} and {\(fields[fields.count - 1])} are of different dates; write the same number in both")
      }
    }
  }

  package var hasDates: Bool { !dates.isEmpty }

  /// Returns whether addresses for dates that are so far apart are different.
  package func differs(every unit: RequestDates.Unit) -> Bool {
    dates.contains { [.date, .day].contains($0.date.field) || unit == .weeks && $0.date.field == .week }
  }

  /// Returns the address for a date.
  package func text(on date: LocalDate) -> String {
    dates.reduce(into: "") { text, part in text += part.before + Self.text(of: part.date, on: date) } + end
  }

  private static func text(of date: Date, on today: LocalDate) -> String {
    let day = today.adding(days: date.field.isOfWeek ? 7 * date.offset : date.offset) ?? today
    let number: Int
    switch date.field {
    case .date: return day.description
    case .year: return String(day.description.prefix(4))
    case .weekyear: return "\(day.isoWeek.year)"
    case .month: number = day.components.month
    case .day: number = day.components.day
    case .week: number = day.isoWeek.week
    }
    return number < 10 && !date.isShort ? "0\(number)" : "\(number)"
  }
}

extension FeedAddress {
  /// Whether the address has dates, or anything else in braces.
  package var hasDates: Bool { url.utf8.contains(UInt8(ascii: "{")) }
}

extension Feed {
  /// Whether an address has the campus's date, and so changes at midnight.
  package var hasDates: Bool { addresses.values.contains { $0.contains(where: \.hasDates) } }
}
