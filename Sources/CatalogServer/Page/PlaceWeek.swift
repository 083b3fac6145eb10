import CatalogExport
import CatalogQuery
import OpeningHours

/// The hours of a place: a week, then later days with special hours, none twice.
struct PlaceWeek {
  private let details: EntryDetails
  private let isNow: Bool
  private var style: RegionalStyle { details.style }

  /// - Parameter isNow: whether the page is about now, so that days are "Today" and "Tomorrow".
  init(_ details: EntryDetails, isNow: Bool) { (self.details, self.isNow) = (details, isNow) }

  var html: HTML { "\(week)\(usual)\(later)" }

  /// What is usual, if that is known.
  private var usual: HTML? {
    guard let week = details.usual, let sentence = week.sentence(style),
      let since = Weekday.allCases.compactMap({ week[$0]?.since }).max()
    else { return nil }
    let date = style.text(since...since, inYear: details.today.components.year)
    return "<p class=\"note\">\(sentence) · \(style.words.text("since", ["date": date]))</p>"
  }

  private var week: HTML {
    guard !details.week.isEmpty else { return "<p class=\"note\">\(Words.text("no-hours"))</p>" }
    let rows = details.week.map { day -> HTML in
      let isChosen = day.date == details.summary?.today
      let mark: HTML = isChosen ? " class=\"today\"" : ""
      let special: HTML? = SpecialName.text(day).map { " <small class=\"day-name\" dir=\"auto\">\($0)</small>" }
      let notes = [day.note, details.usual?.deviation(of: day, style)].compactMap(\.self)
      let note = HTML.all(notes.map { " <small class=\"day-name\" dir=\"auto\">\($0)</small>" })
      return """
        <tr\(mark)><th scope="row">\(heading(day.date))\(special)</th><td>\(HoursList.html(day.plan, style))\(note)</td></tr>
        """
    }
    return """
      <table class="week"><caption>\(Words.text("hours-of-week"))\(zoneNote)</caption>
      <thead><tr><th scope="col">\(Words.text("day"))</th><th scope="col">\(Words.text("hours"))</th></tr></thead>
      <tbody>\(HTML.all(rows))</tbody></table>
      """
  }

  /// Returns the name of a day, which the script keeps up to date, and its date: "Today Mon 30 Nov".
  func heading(_ day: LocalDate) -> HTML {
    let (name, weekday) = (name(of: day), style.weekday(day))
    let date = name == weekday ? style.dayAndMonth(day) : "\(weekday) \(style.dayAndMonth(day))"
    return "<span class=\"day\">\(name)</span> <time datetime=\"\(day.description)\">\(date)</time>"
  }

  private func name(of date: LocalDate) -> String {
    if isNow, let today = details.summary?.today {
      if date == today { return Words.text("today") }
      if date == today.adding(days: 1) { return Words.text("tomorrow") }
    }
    return style.weekday(date)
  }

  private var zoneNote: HTML? { details.zone.map { " <small>\(Words.text("zone-time", ["city": $0.city]))</small>" } }

  private var later: HTML {
    let coming = details.laterExceptions
    if coming.isEmpty { return "" }
    let rows = coming.map { exception -> HTML in
      // The week has the days before.
      let from = max(exception.from, details.week.last?.date.adding(days: 1) ?? exception.from)
      let days = exception.to.map { style.text(from...max(from, $0)) } ?? Words.text("from-day-on", ["day": style.text(from...from)])
      let hours: HTML = exception.plan.map { HoursList.html($0, style) } ?? "\(Words.text("hours-vary"))"
      let name = exception.name.map(SpecialName.text) ?? Words.text("special-hours-name")
      return "<tr><th scope=\"row\">\(days) <small dir=\"auto\">\(name)</small></th><td>\(hours)</td></tr>"
    }
    return """
      <table class="week later"><caption>\(Words.text("later-special-days"))</caption>
      <thead><tr><th scope="col">\(Words.text("days"))</th><th scope="col">\(Words.text("hours"))</th></tr></thead>
      <tbody>\(HTML.all(rows))</tbody></table>
      """
  }
}
