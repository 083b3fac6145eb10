import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

// The opening hours of a place: its week and the exceptions after it, one day on each line.
extension EntryCard {
  /// Returns an empty line and one line a day, such as "Sat 21 Nov 2026  09:00–17:00"; nothing for a place without hours.
  func week() -> [String] {
    guard !details.week.isEmpty else { return [] }
    let days = details.week.map { day in
      let remarks = [day.remark(in: details.style.language), details.usual?.deviation(of: day, details.style)].compactMap(\.self)
      return (details.style.date(day.date), day.plan.words(in: details.style), remarks.isEmpty ? nil : remarks.joined(separator: "; "))
    }
    return [""] + hourLines(days) + (details.usual?.sentence(details.style).map { Paragraph.lines($0, width: terminal.width) } ?? [])
  }

  /// Returns an empty line, a title, and the exceptions that end after the week; nothing if there are none.
  func exceptions() -> [String] {
    let coming = details.laterExceptions
    guard !coming.isEmpty else { return [] }
    let style = details.style
    return ["", style.words.text("upcoming-exceptions")]
      + hourLines(
        coming.map { exception in
          var days = style.date(exception.from)
          if let to = exception.to, to > exception.from {
            days = style.words.text("days-to", ["first": days, "last": style.date(to)])
          }
          if exception.to == nil { days = style.words.text("from-day-on", ["day": days]) }
          let name = exception.name ?? style.words.text("special-hours")
          return (days, exception.plan.map { $0.words(in: style) } ?? [style.words.text("hours-vary")], name)
        })
  }

  /// Returns a line for each row: the days, the hours in an aligned column, and why they are not as usual, such as "(Thanksgiving)".
  private func hourLines(_ rows: [(days: String, hours: [String], mark: String?)]) -> [String] {
    let column = (rows.map { DisplayWidth.of($0.days) }.max() ?? 0) + 2
    return rows.flatMap { row in
      let mark = row.mark.map { PlainText.visible("(\($0))", isOneLine: true).split(separator: " ").map(String.init) } ?? []
      return Paragraph.labeled(row.days, row.hours + mark, column: column, on: terminal)
    }
  }
}
