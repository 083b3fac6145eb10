public import CampusCatalog
public import OpeningHours

/// Compares two versions of an entry field by field and describes the changes in words.
///
/// A field with the same JSON has not changed. Others are compared by meaning: the order of tags does not count, for example. Each part
/// that differs is a change, such as "notice added: “Wet floor”" or "tags: added vegan; removed halal".
struct EntryComparison {
  /// Sorted by rank, the highest first; then the name and the hours come first, and all others in the order of the fields.
  private(set) var changes: [Change] = []
  /// Whether both versions have hours, but no day that both decide.
  private(set) var hasNoCommonDay = false

  /// The dates with new hours, compared with the usual week.
  private let newDates: [NewDate]
  private let old: Entry
  private let new: Entry
  private let skipped: Set<String>
  private let zone: Zone?
  private let style: RegionalStyle

  /// The names of all fields and parts that a merge decides, such as "name" and "location.address".
  static let parts: [String] =
    Entry.Field.allCases.flatMap { field in
      let parts = field.info.parts
      return parts.isEmpty ? [field.rawValue] : parts.map { "\(field.rawValue).\($0)" }
    }

  /// A place that moved farther than this may be a different place.
  static let suspiciousMeters = 500.0
  /// The length in characters above which a text is shortened when it is quoted.
  private static let longestQuote = 60

  /// Compares two versions of an entry. If they are of different kinds, that is the only change.
  ///
  /// - Parameters:
  ///   - now: the time of the new catalog.
  ///   - zone: the zone of the campus, for the times of alerts; nil for UTC.
  ///   - style: how times, dates and distances are written.
  ///   - skipped: the `parts` to leave out, because they came from a feed that did not deliver.
  ///   - newDates: the dates with new hours, compared with the usual week.
  init(
    _ old: Entry, _ new: Entry, now: Instant, zone: Zone?, _ style: RegionalStyle = .international, skipping skipped: Set<String> = [],
    newDates: [NewDate] = []
  ) {
    (self.old, self.new, self.skipped, self.zone, self.style, self.newDates) = (old, new, skipped, zone, style, newDates)
    guard old.kind == new.kind else {
      changes = [
        Change("kind", "is listed as \(new.kind.rawValue), was \(old.kind.rawValue)", .suspicious, why: "the kind flipped")
      ]
      changes[0].showsWhy = false
      return
    }
    for field in Entry.Field.allCases where !skipped.contains(field.rawValue) {
      let (from, to) = (old.json(of: field), new.json(of: field))
      guard !UnicodeForm.isSame(from, to) else { continue }
      let start = changes.count
      compare(field, now)
      if start == changes.count, from == to {
        add(Change.Code(field), field, UnicodeForm.text(field.rawValue, nil), sentence: .of(field.rawValue, UnicodeForm.remark))
      }
      // The first change of a field carries the values.
      guard start < changes.count else { continue }
      changes[start].from = from
      changes[start].to = to
    }
    changes.sort { ($0.rank, $0.weight) > ($1.rank, $1.weight) }
  }

  // MARK: - Fields

  private mutating func compare(_ field: Entry.Field, _ now: Instant) {
    switch field {
    case .name:
      if old.name == new.name {
        add(.name, .name, UnicodeForm.text("name", new.name), sentence: .of("name", UnicodeForm.remark))
      } else {
        let (from, to) = (Self.quote(old.name), Self.quote(new.name))
        add(.name, .name, "renamed from \(from) to \(to)", sentence: .predicate("was called \(from) before"))
      }
    case .category:
      replaced(field, "category", \.place?.category.rawValue, .suspicious, why: "the category flipped")
    case .tags: compareSets(field, old.tags, new.tags)
    case .labels: compareSets(field, old.labels, new.labels)
    case .links: compareSets(field, old.links.map(Self.text), new.links.map(Self.text))
    case .images: compareSets(field, old.images.map(Self.text), new.images.map(Self.text))
    case .location: location()
    case .hours:
      let comparison = HoursComparison(old, new, now: now, style, except: UsualWeekChanges.covered(by: newDates))
      hasNoCommonDay = comparison.hasNoCommonDay
      changes += comparison.changes + UsualWeekChanges(newDates, style, today: today(now)).changes
    case .contact:
      text(field, "phone", \.place?.contact.phone)
      text(field, "email", \.place?.contact.email)
    // Feeds leave out occurrences that are over.
    case .startDate where new.hours != nil && (old.event?.startDate).map { $0 < today(now) && $0 < new.event?.startDate ?? $0 } == true:
      break
    case .startDate: replaced(field, "begins on", isVerb: true) { [style] in $0.event.map { style.date($0.startDate) } }
    case .endDate:
      if let from = old.event, let to = new.event, from.isEndless || to.isEndless {
        add(
          "endDate", field,
          to.isEndless ? "no longer has an end, was to end on \(style.date(from.endDate))" : "ends on \(style.date(to.endDate)) now")
      } else {
        replaced(field, "ends on", isVerb: true) { [style] in $0.event.map { style.date($0.endDate) } }
      }
    case .endUnknown: add("endUnknown", field, new.endUnknown ? "no longer states when it ends" : "states when it ends now")
    case .status:
      add("status", field, new.event?.status.map { "is \($0.word) now" } ?? "is no longer \(old.event?.status?.word ?? "")", .routine)
    case .audience: compareSets(field, old.event?.audience ?? [], new.event?.audience ?? [])
    case .online:
      add(
        "online", field, new.event?.isOnline.map { $0 ? "is online now" : "is not online now" } ?? "no longer states whether it is online")
    case .access: text(field, "access") { $0.place?.access?.rawValue }
    case .partOf: text(field, "place of which it is a part") { $0.place?.partOf?.description }
    case .venue: text(field, field.info.noun) { $0.event?.venue.map { [$0.city, $0.state].compactMap(\.self).joined(separator: ", ") } }
    case .loginRequired:
      let text = new.event?.loginRequired.map { $0 ? "requires a login now" : "requires no login now" }
      add("loginRequired", field, text ?? "no longer states whether it requires a login")
    case .severity: replaced(field, "severity", \.alert?.severity.rawValue)
    case .startsAt: time(field, isEnd: false, \.alert?.startsAt)
    case .endsAt: time(field, isEnd: true, \.alert?.endsAt)
    case .place: text(field, "place") { $0.menu?.place.description }
    case .date: replaced(field, "day") { [style] in $0.menu.map { style.date($0.date) } }
    case .meal: text(field, "meal") { [style] in $0.menu.map { Self.text($0.meal, style) } }
    case .sections:
      guard let from = old.menu, let to = new.menu, let text = MenuComparison(from, to).text else { return }
      add("sections", field, text, sentence: .colon(text))
    default: text(field, field.info.noun, field.info.text)
    }
  }

  private func today(_ now: Instant) -> LocalDate { zone.map { $0.local(now).date } ?? now.local(offset: 0).date }

  private mutating func add(
    _ code: Change.Code, _ field: Entry.Field, _ text: String, _ rank: Change.Rank = .routine, why: String? = nil,
    sentence: ChangeSentence? = nil, gist: String? = nil
  ) {
    changes.append(Change(code, field: field.rawValue, text, rank, why: why, sentence: sentence, gist: gist))
  }

  /// Compares the parts of a location one by one, because a merge decides each on its own.
  private mutating func location() {
    guard let from = old.location, let to = new.location else { return }
    if !skipped.contains("location.position") { position(from.coordinate, to.coordinate) }
    text(.location, "address", \.location?.address)
    text(.location, "building", \.location?.building)
    text(.location, "abbreviation", \.location?.abbreviation)
    text(.location, "room", \.location?.room)
    text(.location, "region", \.location?.region)
    if from.onCampus != to.onCampus, !skipped.contains("location.onCampus") {
      add(
        "onCampus", .location,
        to.onCampus.map { $0 ? "is on campus now" : "is off campus now" } ?? "no longer states whether it is on campus")
    }
  }

  /// Adds "moved 40 m", "has a position now: 38.83168, -77.30893" or "no longer has a position". A long move is suspicious.
  private mutating func position(_ from: Coordinate?, _ to: Coordinate?) {
    guard from != to else { return }
    switch (from, to) {
    case (let from?, let to?):
      let meters = from.distance(to: to)
      let isFar = meters > Self.suspiciousMeters
      add(
        "position", .location, "moved \(distance(meters))", isFar ? .suspicious : .routine,
        why: isFar ? "moved over \(distance(Self.suspiciousMeters))" : nil)
    case (nil, let to?):
      add(
        "position", .location, "has a position now: \(Self.degrees(to.latitude)), \(Self.degrees(to.longitude))",
        gist: "has a position now")
    default: add("position", .location, "no longer has a position")
    }
  }

  // MARK: - Kinds of values

  /// Adds a change of a value that all entries of a kind have: "severity major, was minor".
  ///
  /// - Parameter isVerb: whether the phrase is a verb, such as "begins on", and not a noun.
  private mutating func replaced(
    _ field: Entry.Field, _ phrase: String, isVerb: Bool = false, _ value: (Entry) -> String?, _ rank: Change.Rank = .routine,
    why: String? = nil
  ) {
    guard let from = value(old), let to = value(new) else { return }
    // "Other" groups unrelated categories, so places that changed to it share the new value, not the old one.
    let isLess = to == Category.other.rawValue
    let gist = isVerb ? nil : isLess ? "\(phrase) \(to) now" : "\(phrase) changed from \(from)"
    add(
      Change.Code(field), field, "\(phrase) \(to), was \(from)", rank, why: why,
      sentence: isVerb ? nil : .of(phrase, "is now \(to), was \(from)"), gist: gist)
    // The text already says it.
    changes[changes.count - 1].showsWhy = false
  }

  /// Adds a change of a text: "address “2 Main St”, was “1 Main St”", or only the new value if one of the two is long. Does nothing for a
  /// part that is skipped.
  private mutating func text(_ field: Entry.Field, _ name: String, _ value: (Entry) -> String?) {
    let (from, to) = (value(old), value(new))
    guard !UnicodeForm.isSame(from, to) else { return }
    let isPart = field == .location || field == .contact
    guard !isPart || !skipped.contains("\(field.rawValue).\(name)") else { return }
    let code = isPart ? Change.Code(rawValue: name) : Change.Code(field)
    if from == to { return add(code, field, UnicodeForm.text(name, to), sentence: .of(name, UnicodeForm.remark)) }
    let (before, after) = (Self.quote(from), Self.quote(to))
    switch (from, to) {
    case (let from?, let to?):
      let isShort = max(from.count, to.count) <= Self.longestQuote
      add(
        code, field, isShort ? "\(name) \(after), was \(before)" : "\(name) rewritten: \(after)",
        sentence: .of(name, isShort ? "is now \(after), was \(before)" : "has been rewritten: \(after)"),
        gist: field == .categoryLabel ? "\(name) changed" : nil)
    case (nil, .some): add(code, field, "\(name) added: \(after)", sentence: .of(name, "is known now: \(after)"), gist: "\(name) added")
    default:
      add(code, field, "\(name) removed, was \(before)", sentence: .of(name, "has been removed, was \(before)"), gist: "\(name) removed")
    }
  }

  /// Adds a change of a time: "end Sat 21 Nov 2026 18:00, was Sat 21 Nov 2026 17:00".
  private mutating func time(_ field: Entry.Field, isEnd: Bool, _ value: (Entry) -> Instant?) {
    func text(_ entry: Entry) -> String? { value(entry).map { style.text($0, in: zone, isEnd: isEnd) } }
    let (from, to) = (text(old), text(new))
    let noun = field.info.noun
    switch (from, to) {
    case (let from?, let to?):
      add(Change.Code(field), field, "\(noun) \(to), was \(from)", sentence: .of(noun, "is now \(to), was \(from)"))
    case (nil, let to?): add(Change.Code(field), field, "\(noun) added: \(to)", sentence: .of(noun, "is known now: \(to)"))
    case (let from?, nil):
      add(Change.Code(field), field, "\(noun) removed, was \(from)", sentence: .of(noun, "has been removed, was \(from)"))
    case (nil, nil): break
    }
  }

  /// Adds a change such as "tags: added vegan; removed halal". The order of values is ignored.
  private mutating func compareSets(_ field: Entry.Field, _ from: [String], _ to: [String]) {
    let (old, new) = (Set(from.map { Array($0.utf8) }), Set(to.map { Array($0.utf8) }))
    let added = to.filter { !old.contains(Array($0.utf8)) }
    let gone = from.filter { !new.contains(Array($0.utf8)) }
    func list(_ texts: [String]) -> String { texts.map { Self.plain($0) }.joined(separator: ", ") }
    let noun = field.info.noun
    if !added.isEmpty, Set(added) == Set(gone) {
      let text = UnicodeForm.text(noun, list(added))
      return add(Change.Code(field), field, text, sentence: .of(noun, "are written in another Unicode form"))
    }
    let lists = [("added", added), ("removed", gone)].filter { !$0.1.isEmpty }
    if lists.isEmpty { return }
    let text = lists.map { "\($0) \(list($1))" }.joined(separator: "; ")
    add(
      Change.Code(field), field, "\(noun): \(text)", sentence: .of(noun, "have changed: \(text)"),
      gist: "\(noun) \(lists.map(\.0).joined(separator: " and "))")
  }

  private static func text(_ link: Link) -> String { "\(link.relation.rawValue) \(link.href)" }
  /// "Lunch, 11:00–14:00", "Mittag (lunch)".
  private static func text(_ meal: Meal, _ style: RegionalStyle) -> String {
    let times =
      switch (meal.from, meal.to) {
      case (let from?, let to?): ", \(style.times(Int(from.minutes), Int(to.minutes)))"
      case (let from?, nil): ", from \(from)"
      case (nil, let to?): ", until \(to)"
      case (nil, nil): ""
      }
    let kind = meal.kind.rawValue
    return (meal.name.map { $0.lowercased() == kind ? $0 : "\($0) (\(kind))" } ?? kind) + times
  }

  private static func text(_ image: Image) -> String { "\(image.role.rawValue) \(image.href)" }

  private static func plain(_ text: String) -> String { PlainText.line(text) ?? "" }

  /// Returns a text on one line, in quotation marks, shortened to 60 characters with "…".
  static func quote(_ text: String?) -> String {
    let line = plain(text ?? "")
    return "“\(line.count > longestQuote ? "\(line.prefix(longestQuote - 1))…" : line)”"
  }

  /// Returns degrees as text, to about a meter: "38.83168", "-77.3".
  private static func degrees(_ value: Double) -> String {
    let units = Int((value.magnitude * 100_000).rounded())
    var decimals = String(String(100_000 + units % 100_000).dropFirst())
    while decimals.count > 1, decimals.last == "0" { decimals.removeLast() }
    return (value < 0 && units > 0 ? "-" : "") + "\(units / 100_000).\(decimals)"
  }

  /// Returns a distance as text: "less than a meter", "40 m", "1.2 km", "130 ft", "0.7 mi".
  private func distance(_ meters: Double) -> String {
    switch style.units {
    case .kilometers where meters < 1: "less than a meter"
    case .miles where meters < 3: "less than 10 ft"
    case .kilometers, .miles: style.distance(meters)
    }
  }
}

extension Change {
  /// Changes of one rank with a higher weight come first: changes of the name, then of the hours.
  fileprivate var weight: Int { code == .name ? 2 : code.isAboutHours && code != .hoursEnded ? 1 : 0 }

  /// Returns the changes between two versions of an entry, the highest rank first; empty if they mean the same.
  ///
  /// - Parameters:
  ///   - moment: the time of the new version. Special hours that were over by then count as ended.
  ///   - zone: the zone of the campus; nil for UTC.
  ///   - style: how times, dates and distances are written.
  public static func between(
    _ old: Entry, _ new: Entry, at moment: Instant, zone: Zone? = nil, style: RegionalStyle = .international
  ) -> [Change] {
    EntryComparison(old, new, now: moment, zone: zone, style).changes
  }
}
