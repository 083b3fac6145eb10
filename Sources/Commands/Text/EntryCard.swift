import CampusCatalog
import CatalogQuery
import OpeningHours

/// All details of one entry as text.
struct EntryCard {
  let details: EntryDetails
  /// The menus of a place that answer the question, or the menu that the card is about.
  private let menus: [Entry]
  private let rule: StatusRule
  private let moment: Instant
  let terminal: Terminal
  private var entry: Entry { details.entry }

  /// Creates a card.
  ///
  /// - Parameters:
  ///   - menus: the menus of a place that answer the question, or the menu that the card is about.
  ///   - moment: the time of the query, for the age of the feeds and the phase of an alert.
  init(_ details: EntryDetails, menus: [Entry], by rule: StatusRule, at moment: Instant, on terminal: Terminal) {
    (self.details, self.menus, self.rule) = (details, menus, rule)
    self.moment = moment
    self.terminal = terminal
  }

  /// Returns the name, the status, the texts, the hours and then all facts, each after its name in an aligned column. Facts without a value
  /// are left out.
  func lines() -> [String] {
    var lines = [terminal.text(PlainText.visible(entry.name ?? entry.id.description, isOneLine: true), .heading)]
    lines += status()
    lines += paragraph(entry.notice) + paragraph(entry.quote?.text) + paragraph(entry.description)
    lines += week() + exceptions() + dishes()
    lines.append("")
    let facts = facts.filter { !$0.1.isEmpty }.map { (words.texts["fact-\($0)"] ?? $0, $1) }
    let width = facts.map { DisplayWidth.of($0.0) }.max() ?? 0
    for (name, text) in facts {
      for (index, line) in PlainText.visible(text).split(separator: "\n").enumerated() {
        let words = line.split(separator: " ").map(String.init)
        lines += Paragraph.labeled(index == 0 ? name : "", words, column: width + 2, on: terminal)
      }
    }
    return lines
  }

  /// Returns "open  Open until 22:00" and, if the place is open, when it opens next; the sentence of an event; nothing for other entries.
  private func status() -> [String] {
    if let event = details.event { return [event.sentence] }
    guard let answers = details.summary else { return [] }
    let state: PlaceState = answers.isOpen.map { $0 ? .open : .closed } ?? .unknown
    var line = terminal.text(state.text(in: words), state.style) + "  " + answers.sentence
    if let next = answers.sentenceAfterwards {
      line += "; " + words.text("then", ["sentence": next.prefix(1).lowercased() + next.dropFirst()])
    }
    return [line]
  }

  /// Returns an empty line and the wrapped text; nothing for nil.
  private func paragraph(_ text: String?) -> [String] {
    guard let text else { return [] }
    return [""] + Paragraph.lines(text, width: terminal.width)
  }

  /// Returns the dishes of the menus, after an empty line, and who states them; nothing without menus.
  private func dishes() -> [String] {
    if menus.isEmpty { return [] }
    let text = MenuText(rule: rule, role: nil, terminal: terminal)
    let lines = entry.kind == .menu ? menus.flatMap { text.lines(of: $0, hasDate: false) } : text.lines(of: menus)
    return [""] + lines + paragraph(words.text("stated-by-kitchen"))
  }

  private var words: WordTable { details.style.words }

  /// The names and values of all facts, in the order in which they are shown. A value may be empty or have several lines. Names are keys of
  /// words; those of lines of the feed are in English.
  private var facts: [(String, String)] {
    switch entry.details {
    case .place(let place):
      [
        ("category", joined(place.category.rawValue, place.categoryLabel))
      ] + facts(of: place.location) + [
        ("phone", place.contact.phone ?? ""), ("email", place.contact.email ?? ""), ("access", place.access?.rawValue ?? ""),
        ("part-of", place.partOf?.description ?? ""),
      ] + Place.lines.filter { $0.field != .categoryLabel }.map { ($0.field.info.noun, place[keyPath: $0.path] ?? "") } + common
    case .event(let event):
      [
        ("from", details.style.date(event.startDate)), ("to", event.isEndless ? words.text("no-end") : details.style.date(event.endDate)),
        ("next", details.occurrenceTexts.joined(separator: "\n")),
        ("where", details.event?.place ?? ""),
      ] + facts(of: event.location) + [
        ("online", event.isOnline.map(answer) ?? ""), ("organizer", event.organizer ?? ""), ("cost", event.cost ?? ""),
        ("audience", event.audience.joined(separator: ", ")),
        ("login", event.loginRequired.map { words.text($0 ? "needed" : "not-needed") } ?? ""),
      ] + common
    case .alert(let alert):
      [
        ("severity", alert.severity.rawValue), ("state", words.text("phase-\(AlertPhase(of: alert, at: moment).rawValue)")),
        ("from", alert.startsAt.map(time) ?? words.text("not-stated")),
        ("until", alert.endsAt.map { details.style.text($0, in: details.zone, isEnd: true) } ?? words.text("not-stated")),
      ] + common
    case .quote(let quote): [("author", quote.author ?? "")] + common
    case .menu(let menu): [("where", menu.place.description), ("from", details.style.date(menu.date))] + common
    }
  }

  private func facts(of location: Location) -> [(String, String)] {
    [
      ("building", joined(location.building, location.abbreviation)), ("room", location.room ?? ""),
      ("address", location.address ?? ""), ("region", location.region ?? ""),
      ("on-campus", location.onCampus.map(answer) ?? ""),
      ("position", location.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""),
    ]
  }

  private func answer(_ isTrue: Bool) -> String { words.text(isTrue ? "yes" : "no") }

  /// Returns "name (detail)", or only the one that is not nil.
  private func joined(_ name: String?, _ detail: String?) -> String {
    [name, detail.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
  }

  private var common: [(String, String)] {
    [
      ("tags", entry.tags.joined(separator: ", ")), ("labels", entry.labels.joined(separator: ", ")),
      ("links", entry.links.map { "\($0.relation.rawValue) \($0.href)" }.joined(separator: "\n")),
      ("images", entry.images.map { "\($0.role.rawValue) \($0.href)" }.joined(separator: "\n")),
      ("id", entry.id.description), ("aliases", entry.aliases.map(\.description).joined(separator: ", ")),
      ("sources", entry.sources.map(source).joined(separator: "\n")),
      ("provenance", entry.provenance.map(provenance).joined(separator: "\n")),
    ]
  }

  /// Returns "penn/dining, record 593: unchanged, last seen Sat 21 Nov 2026 09:00, 3 h earlier".
  private func source(_ source: SourceReference) -> String {
    var text = "\(source.feed), \(words.text("record", ["number": "\(source.record)"]))"
    guard let feed = details.feeds.first(where: { $0.id == source.feed }) else { return text }
    text += ": \(words.text("outcome-\(feed.outcome.rawValue)"))"
    if let reason = feed.reason { text += " (\(reason))" }
    if let seen = feed.checkedAt ?? feed.fetchedAt {
      let age = moment.secondsSinceEpoch - seen.secondsSinceEpoch
      text += ", \(words.text("last-seen", ["time": time(seen)]))"
      if age >= 60 { text += ", \(words.text("age-earlier", ["age": Age.text(Int(age), in: details.style.language)]))" }
    }
    return text
  }

  /// Returns "location.position from penn/places/7", or "hours from a correction, because …, until …".
  private func provenance(_ provenance: Provenance) -> String {
    let origin =
      switch provenance.origin {
      case .entry(let id): id.description
      case .correction: words.text("correction")
      }
    var parts = [words.text("origin", ["field": provenance.field, "origin": origin])]
    if let because = provenance.because { parts.append(words.text("because", ["why": because])) }
    if let until = provenance.until { parts.append(words.text("until-date", ["date": "\(until)"])) }
    if !provenance.overridden.isEmpty {
      let origins = provenance.overridden.map(\.from.description).joined(separator: ", ")
      parts.append(words.text("not-that-of", ["origins": origins]))
    }
    return parts.joined(separator: ", ")
  }

  /// Returns a time in the zone of the entry.
  private func time(_ instant: Instant) -> String { details.style.text(instant, in: details.zone) }
}
