import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import Foundation
import OpeningHours

/// The form with the filters of the list: a search, chips, the time, and more behind a button. They are in the address, as sent.
struct PlacesForm {
  private let question: SiteQuestion
  private let query: [RequestTarget.Parameter]
  private let wrong: String?
  private let rule: StatusRule?
  private let staysOpen: StayOpenCondition?
  /// The address of the list without filters.
  private let path: String
  /// The diets of chips that a place of the list serves a dish for.
  private let served: Set<String>

  /// - Parameters:
  ///   - rule: the rule of a chosen time; nil for now.
  ///   - staysOpen: how long places have to stay open.
  ///   - wrong: a parameter with a wrong value, which is dropped, except that it stays in a field of its own.
  ///   - served: those diets of `Chip` that a place of the list serves a dish for.
  init(
    _ question: SiteQuestion, by rule: StatusRule? = nil, _ staysOpen: StayOpenCondition? = nil, served: Set<Diet> = [],
    without wrong: String? = nil
  ) {
    (self.question, self.rule, self.staysOpen, self.wrong) = (question, rule, staysOpen, wrong)
    query = question.target.query.filter { $0.name != wrong || ["q", "until", "for", "price"].contains($0.name) }
      .filter { !["embed", "kiosk"].contains($0.name) && !Parameters.style.contains($0.name) }
    path = PlacesPage.path(question)
    self.served = Set(served.map(\.rawValue))
  }

  /// Whether there are no filters.
  var isEmpty: Bool { query.isEmpty }

  /// The address of the list with its filters, but without what concerns only the one who reads it.
  var sharedAddress: String {
    Self.address(path, query.filter { !Parameters.style.contains($0.name) && $0.name != "page" }.map { ($0.name, $0.value) })
  }

  /// Returns the address of the list with one filter changed.
  func address(setting name: String, to value: String) -> String {
    Self.address(path, query.filter { $0.name != name && $0.name != "page" }.map { ($0.name, $0.value) } + [(name, value)])
  }

  /// Returns the address of a page.
  ///
  /// - Parameter time: the text that chooses the time; nil for now.
  static func address(_ path: String, _ parameters: [(name: String, value: String)] = [], at time: String? = nil) -> String {
    let pairs = (parameters + (time.map { [("at", $0)] } ?? [])).map { "\(encoded($0.name))=\(encoded($0.value))" }
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }

  var html: HTML {
    let hasMore = ["building", "sort", "tag", "price", "role"].contains { !value($0).isEmpty } || isOther("category")
    return """
      <form class="filters" id="filters" action="\(path)" method="get" role="search" aria-label="\(Words.text("places"))">
      <div class="ask"><label for="q">\(Words.text("search"))</label>
      <input id="q" name="q" type="search" value="\(value("q"))" placeholder="\(Words.text("search-hint"))" autocomplete="off" enterkeyhint="search" maxlength="200"\(fault("q"))></div>
      <div class="chips" role="group" aria-label="\(Words.text("filters"))">
      \(HTML.all(Chip.all.map(html), separator: "\n"))
      <button type="button" class="chip scripted" id="only-favorites" aria-pressed="false">\(Words.text("favorites"))</button>
      <button type="button" class="chip scripted" id="near-me" aria-pressed="false">\(Words.text("near-me"))</button>
      </div>
      \(subscription)
      <details name="choices" class="when"\(hasTime ? " data-on" : "")\(isTimeWrong ? " open" : "")>\
      <summary><span class="label">\(Words.text("when")) </span><span class="value">\(choice)</span></summary>\(when)</details>
      <details name="choices" class="more"\(hasMore ? " data-on" : "")><summary>\(Words.text("more"))</summary>\(more)</details>
      \(hidden(["open", "at", "state", "near", "within", "campus", "diet", "without"] + (hasClockUntil ? [] : ["until"])))
      <button type="submit" class="go">\(Words.text("show"))</button>
      </form>
      """
  }

  /// The addresses of the calendar and of the changes of the favorites, which the script completes and shows.
  private var subscription: HTML {
    let hasHistory = question.snapshot.session.store != nil
    let links: KeyValuePairs<String, HTML> = [
      "calendar": "<a data-path=\"catalog.ics\" data-scheme=\"webcal\">\(Words.text("data-calendar"))</a>",
      "file": "<a data-path=\"catalog.ics\">\(Words.text("data-file"))</a>",
      "changes": "<a data-path=\"changes.atom\">\(Words.text("data-changes"))</a>",
    ]
    return "<p class=\"note\" id=\"subscription\" hidden>\(Words.html(hasHistory ? "subscribe-changes" : "subscribe", links))</p>"
  }

  // MARK: - Chips

  private func html(_ chip: Chip) -> HTML {
    let mark: HTML? = isOn(chip) ? " aria-current=\"true\"" : chip.isDiet && !served.contains(chip.value) ? " hidden" : nil
    let word = Words.text(word(chip))
    return """
      <a class="chip" href="\(link: address(toggling: chip))" data-name="\(chip.name)" data-value="\(chip.value)"\(mark)>\(word.prefix(1).uppercased() + word.dropFirst())</a>
      """
  }

  private func word(_ chip: Chip) -> String { chip.name == "open" && !time.isEmpty ? "open-then" : chip.word }

  private func isOn(_ chip: Chip) -> Bool {
    switch chip.name {
    case "open": !value("open").isEmpty
    case "at": time == chip.value
    case "diet": diets.contains(chip.value)
    default: value(chip.name) == chip.value
    }
  }

  /// The diets that dishes must suit, by their values, which chips have.
  private var diets: [String] { value("diet").split(separator: ",").map { (try? Diet.named(String($0)))?.rawValue ?? String($0) } }

  /// The text that chooses the time; empty for now.
  private var time: String {
    let open = value("open")
    return !value("at").isEmpty ? value("at") : open == "now" ? "" : open
  }

  /// Returns the address of the list after a tap on a chip. The script has the same rules.
  private func address(toggling chip: Chip) -> String {
    let isOn = isOn(chip)
    var parameters = query.filter { ![chip.name, "page"].contains($0.name) }.map { (name: $0.name, value: $0.value) }
    if ["open", "at"].contains(chip.name) {
      parameters.removeAll { ["open", "at"].contains($0.name) || (chip.isPeriod && ["until", "for"].contains($0.name)) }
      let isOpen = chip.name == "open" ? !isOn : !value("open").isEmpty
      let chosen = chip.name == "open" ? time : chip.value
      if isOpen {
        parameters.append(("open", chosen.isEmpty ? "now" : chosen))
      } else if !chosen.isEmpty {
        parameters.append(("at", chosen))
      }
    } else if chip.isDiet {
      let chosen = isOn ? diets.filter { $0 != chip.value } : diets + [chip.value]
      if !chosen.isEmpty { parameters.append((chip.name, chosen.joined(separator: ","))) }
    } else if !isOn {
      parameters.append((chip.name, chip.value))
    }
    return Self.address(path, parameters)
  }

  // MARK: - The time

  /// How long places may have to stay open, for a menu.
  private static let lengths: [(value: String, seconds: Int)] = [("30m", 1800), ("1h", 3600), ("2h", 7200), ("4h", 14_400)]

  private var hasTime: Bool { rule != nil || !["until", "for"].allSatisfy { value($0).isEmpty } }
  private var isTimeWrong: Bool { ["open", "at", "until", "for"].contains(wrong) }
  /// Whether `until` is a time of day, for which there is a field.
  private var hasClockUntil: Bool { value("until").wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) != nil }

  private var campuses: Set<CampusID> { Set(PlacesPage.campus(question).map { [$0] } ?? []) }

  private var zone: Zone? {
    question.snapshot.zone(of: campuses) ?? question.snapshot.catalog.campuses.lazy.compactMap(\.timeZone).first
  }

  /// The chosen time on the clock of the campus; nil for now.
  private var chosen: (date: LocalDate, second: Int)? {
    rule.flatMap { rule in zone.map { $0.local(PlacesPage.campus(question).flatMap { rule.instants[$0] } ?? rule.instant) } }
  }

  private var today: LocalDate? { zone.map { $0.local(question.now).date } }

  /// The time and how long places stay open, in a few words: "Now", "Tonight", "Sat, Dec 5, 6 PM, until 10 PM".
  private var choice: String {
    let style = (rule ?? question.rule(at: question.moment)).style(of: campuses)
    let stay = staysOpen?.text(style, in: zone)
    if let stay, rule == nil { return stay.prefix(1).uppercased() + stay.dropFirst() }
    return [timeText(style), stay].compactMap(\.self).joined(separator: ", ")
  }

  private func timeText(_ style: RegionalStyle) -> String {
    guard let rule, let chosen, let today else { return Words.text("now") }
    if rule.kind == .night { return Words.text("tonight") }
    if rule.kind == .day, chosen.date == today.adding(days: 1) { return Words.text("tomorrow") }
    let date = style.date(chosen.date, from: today)
    if rule.kind == .day { return date }
    let time = style.time(chosen.second / 60)
    return chosen.date == today ? time.prefix(1).uppercased() + time.dropFirst() : style.joined(date, time)
  }

  private var when: HTML {
    // Tonight is not a time of its date.
    let chosen = rule?.kind == .night ? nil : self.chosen
    let time = rule?.kind == .day ? nil : chosen.flatMap { LocalTime(minutes: $0.second / 60)?.description }
    // A browser does not send a form with a date before the first one.
    let first = [today, chosen?.date].compactMap(\.self).min()
    let lengths = Self.lengths.map { ($0.value, StayOpenCondition.length($0.seconds)) }
    return """
      <div class="panel">
      <p class="presets">\(HTML.all(Chip.times.map(html), separator: "\n"))</p>
      <div class="field"><label for="date">\(Words.text("date"))</label><input id="date" name="date" type="date" min="\(first?.description ?? "")" value="\(chosen?.date.description ?? "")"></div>
      <div class="field"><label for="time">\(Words.text("time"))</label><input id="time" name="time" type="time" value="\(time ?? "")"></div>
      <div class="field"><label for="until">\(Words.text("still-open-at"))</label><input id="until" name="until" type="time" value="\(hasClockUntil ? value("until") : "")"\(fault("until"))></div>
      \(select("for", Words.text("open-for"), all: Words.text("any-length"), lengths))
      </div>
      """
  }

  // MARK: - More

  private static let orders = [("name", "by-name"), ("closing", "closing-first"), ("location", "by-building")]

  private var more: HTML {
    let choices = question.snapshot.choices
    let campuses = PlacesPage.campus(question).map { Set([$0]) }
    let groups = Chip.all.filter { $0.value.contains(",") }.map { ($0.value, Words.text($0.word)) }
    let clear: HTML =
      isEmpty
      ? "<a class=\"clear\" href=\"\(path)\" hidden>\(Words.text("clear"))</a>"
      : "<a class=\"clear\" href=\"\(path)\">\(Words.text("clear"))</a>"
    return """
      <div class="panel">
      \(select("building", Words.text("building"), all: Words.text("all-buildings"), choices.buildings(of: campuses).map { ($0, $0) }))
      \(select("category", Words.text("category"), all: Words.text("all-categories"), groups + choices.categories.map { ($0.rawValue, Words.text($0)) }))
      \(select("tag", Words.text("tag"), all: Words.text("all-tags"), choices.tags(of: campuses).map { ($0, $0) }))
      \(prices(of: campuses))
      \(select("sort", Words.text("order"), all: Words.text("usual-order"), Self.orders.map { ($0.0, Words.text($0.1)) }))
      <p>\(clear)</p>
      </div>
      """
  }

  /// The fields for the maximum price of dishes and for who pays it; nothing without prices.
  private func prices(of campuses: Set<CampusID>?) -> HTML? {
    let roles = question.snapshot.choices.roles(of: campuses)
    if roles == nil, value("price").isEmpty, value("role").isEmpty { return nil }
    let names = (roles ?? []).map { ($0.rawValue, Words.text("role-\($0.rawValue)")) }
    return """
      <div class="field"><label for="price">\(Words.text("price-at-most"))</label><input id="price" name="price" inputmode="decimal" autocomplete="off" maxlength="20" value="\(value("price"))"\(fault("price"))></div>
      \(select("role", Words.text("prices-for"), all: Words.text("everybody"), names))
      """
  }

  /// Whether a filter has a value that no chip has.
  private func isOther(_ name: String) -> Bool {
    !value(name).isEmpty && !Chip.all.contains { $0.name == name && $0.value == value(name) }
  }

  /// The values of a filter, joined by commas.
  private func value(_ name: String) -> String { query.filter { $0.name == name }.map(\.value).joined(separator: ",") }

  /// The attributes that connect a field to the explanation of its problem.
  private func fault(_ name: String) -> HTML { name == wrong ? " aria-invalid=\"true\" aria-describedby=\"problem\"" : "" }

  /// Returns a menu. A value that is in the address, but not in the menu, is one more option. A menu without options is hidden: a script may fill it.
  private func select(_ name: String, _ label: String, all: String, _ options: [(value: String, text: String)]) -> HTML {
    let chosen = value(name)
    let isOther = !chosen.isEmpty && !options.contains { $0.value == chosen }
    let items = ([("", all)] + options + (isOther ? [(chosen, chosen)] : [])).map { option -> HTML in
      "<option value=\"\(option.0)\"\(option.0 == chosen ? " selected" : "")>\(option.1)</option>"
    }
    return """
      <div class="field"\(items.count == 1 ? " hidden" : "")><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)"\(fault(name))>\(HTML.all(items))</select></div>
      """
  }

  private func hidden(_ names: [String]) -> HTML {
    let parameters = query.filter { names.contains($0.name) }.map { (name: $0.name, value: $0.value) } + question.styleParameters
    return HTML.all(parameters.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", ",", ":"])) ?? ""
  }
}
