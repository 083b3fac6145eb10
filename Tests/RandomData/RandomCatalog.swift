package import CampusCatalog
import OpeningHours
import TestKit

/// Random catalogs with every kind of entry; each field may be present or absent.
package struct RandomCatalog {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package mutating func shuffled<Element>(_ list: [Element]) -> [Element] { list.shuffled(using: &generator) }

  /// - Parameter records: how many entries a feed has.
  package mutating func make(records: ClosedRange<Int> = 0...6) throws -> Catalog {
    var campuses: [Campus] = []
    var feeds: [FeedReport] = []
    var entries: [Entry] = []
    for name in ["a", "gmu", "gmu-korea", "penn", "z9"].shuffled(using: &generator).prefix(number(0...4)) {
      let campus = try campus(parsed(name) { CampusID($0) })
      campuses.append(campus)
      for feedName in ["dining", "places", "x"].shuffled(using: &generator).prefix(number(0...3)) {
        let feed = try parsed("\(name)/\(feedName)") { FeedID($0) }
        feeds.append(try report(feed))
        for record in 0..<number(records) { entries.append(try entry(EntryID(feed: feed, record: "\(record)" + text()), feed)) }
      }
    }
    return Catalog(generatedAt: try instant(), campuses: shuffled(campuses), feeds: shuffled(feeds), entries: shuffled(entries))
  }

  /// Returns another version of a catalog, with some entries removed, some replaced and some new.
  package mutating func changed(_ catalog: Catalog) throws -> Catalog {
    var entries: [Entry] = []
    for entry in catalog.entries {
      switch number(0...9) {
      case 0: continue
      case 1: entries.append(try self.entry(entry.id, try parsed("feed") { _ in entry.id.feed }))
      case 2:
        entries.append(entry)
        let feed = try parsed("feed") { _ in entry.id.feed }
        entries.append(try self.entry(EntryID(feed: feed, record: "new \(entries.count)"), feed))
      default: entries.append(entry)
      }
    }
    let campuses = try catalog.campuses.map { isHeads() ? $0 : try campus($0.id) }
    let feeds = try catalog.feeds.filter { _ in number(0...4) > 0 }.map { isHeads() ? $0 : try report($0.id) }
    return Catalog(generatedAt: try instant(), campuses: campuses, feeds: feeds, entries: entries)
  }

  // MARK: - The parts

  private mutating func campus(_ id: CampusID) throws -> Campus {
    let location = try coordinate()
    var calendar: [Campus.Period] = []
    for _ in 0..<number(0...3) {
      let from = try date()
      guard
        let period = Campus.Period(
          pick(Campus.Period.Kind.allCases), name: text(), from: from, to: from.adding(days: number(0...90)) ?? from)
      else { continue }
      calendar.append(period)
    }
    return Campus(
      id: id, name: text(), timeZone: try maybe { try $0.zone() }, country: maybe { $0.pick(["US", "GB", "KR"]) },
      location: maybe { _ in location },
      calendar: calendar)
  }

  private mutating func report(_ id: FeedID) throws -> FeedReport {
    var report = FeedReport(
      id: id, adapter: try parsed("whats-open") { AdapterID($0) }, outcome: pick(FeedReport.Outcome.allCases),
      reason: maybe { _ in .timeoutConnect },
      entries: number(0...999), rejected: number(0...9))
    report.url = maybe { "https://example.edu/?q=" + $0.text() }
    report.via = (0..<number(0...2)).map { "https://example.edu/\($0)/catalog.json" }
    report.fetchedAt = try maybe { try $0.instant() }
    report.checkedAt = try maybe { try $0.instant() }
    report.etag = maybe { "W/\"\($0.text())\"" }
    report.sha256 = maybe { _ in String(repeating: "0f", count: 32) }
    report.bytes = maybe { $0.number(0...(1 << 40)) }
    report.attempts = maybe { $0.number(1...3) }
    for _ in 0..<number(0...2) {
      report.notes.append(
        Note(
          .mirrorFrozen, request: maybe { $0.text() }, pointer: maybe { "/0/" + $0.text() },
          entry: EntryID(feed: id, record: text() + "n"), text()))
    }
    return report
  }

  private mutating func entry(_ id: EntryID?, _ feed: FeedID) throws -> Entry {
    guard let id else { throw BadTestData(text: "record") }
    let details = try details(feed)
    var entry = Entry(id: id, campus: feed.campus, name: nil, sources: [], details: details)
    if case .place(var place) = details, isHeads() {
      place.partOf = try parsed("\(feed)/whole-\(number(0...9))") { EntryID($0) }
      entry.details = .place(place)
    }
    entry.name = entry.kind == .quote || entry.kind == .menu ? nil : text()
    for index in 0..<number(1...3) { entry.sources.append(SourceReference(feed: feed, record: "\(index)" + text())) }
    if isHeads() { entry.aliases = [try parsed("\(feed)/alias-\(number(0...9))") { EntryID($0) }] }
    entry.tags = list()
    entry.labels = list()
    entry.description = maybe { $0.text() + "\n" + $0.text() }
    entry.notice = maybe { $0.text() }
    if isHeads() { entry.links = [Link(pick(Link.Relation.allCases), try address()), Link(.source, try address())] }
    if isHeads() { entry.images = [Image(pick(Image.Role.allCases), try address())] }
    for field in [Entry.Field.hours, .name].prefix(number(0...2)) {
      let origin = isHeads() ? Provenance.Origin.correction : .entry(id)
      entry.provenance.append(
        Provenance(
          field: field.rawValue, origin: origin, because: maybe { $0.text() }, until: try maybe { try $0.date() },
          overridden: [.init(from: id, value: pick(["null", "{\"a\":[1,2.5,\"\\\"\"],\"b\":{}}", "\"text\"", "[]", "-0.25", "true"]))]
            .filter {
              _ in isHeads()
            }))
    }
    return entry
  }

  private mutating func details(_ feed: FeedID) throws -> Entry.Details {
    switch number(0...4) {
    case 0:
      let venue = Event.Venue(city: text(), state: maybe { $0.text() }, stateCode: maybe { $0.pick(["VA", "PA"]) })
      let first = try date()
      var event = Event(
        startDate: first, endDate: first.adding(days: number(0...9)) ?? first, status: maybe { $0.pick(Event.Status.allCases) },
        organizer: maybe { $0.text() }, cost: maybe { $0.text() }, audience: list(), isOnline: maybe { $0.isHeads() },
        venue: maybe { _ in venue }, loginRequired: maybe { $0.isHeads() })
      if isHeads() { event.location = try location() }
      event.hours = try maybe { try $0.schedule() }
      event.makeDatesConsistent()
      event.endUnknown = event.hours != nil && isHeads()
      return .event(event)
    case 1:
      return .alert(
        Alert(severity: pick(Alert.Severity.allCases), startsAt: try maybe { try $0.instant() }, endsAt: try maybe { try $0.instant() }))
    case 2: return .quote(Quote(text: text(), author: maybe { $0.text() }))
    case 3: return .menu(try menu(feed))
    default:
      var place = Place(category: pick(Category.allCases))
      for line in Place.lines { place[keyPath: line.path] = maybe { $0.text() } }
      place.location = try location()
      place.hours = try maybe { try $0.schedule() }
      place.contact = Contact(phone: maybe { $0.text() }, email: maybe { $0.text() })
      place.access = maybe { $0.pick(Place.Access.allCases) }
      return .place(place)
    }
  }

  private mutating func menu(_ feed: FeedID) throws -> Menu {
    let meal = Meal(
      name: maybe { $0.text() }, kind: pick(Meal.Kind.allCases), from: maybe { $0.time() } ?? nil, to: maybe { $0.time() } ?? nil)
    let sections = try (0...number(0...2)).map { _ in
      MenuSection(name: maybe { $0.text() }, dishes: try (0...number(0...3)).map { _ in try dish() })
    }
    let covered = maybe { random in Set((0..<random.number(1...4)).map { _ in random.pick(Allergen.Code.allCases) }) }
    return Menu(
      place: try parsed("\(feed)/\(number(0...9))") { EntryID($0) }, date: try date(), meal: meal, coveredAllergens: covered ?? [],
      sections: sections)
  }

  private mutating func dish() throws -> Dish {
    let allergens = (0..<number(0...4)).map { _ in Allergen(pick(Allergen.Code.allCases), detail: maybe { $0.text() }) }
    return Dish(
      name: text(), notes: list(), diets: (0..<number(0...3)).map { _ in pick(Diet.allCases) }, allergens: allergens,
      allergensStated: isHeads(), labels: list(), prices: try (0..<number(0...3)).map { _ in try price() })
  }

  private mutating func price() throws -> Price {
    let amounts = ["0.90", "2", "12.345", "0002.5"]
    let per = maybe { $0.pick(amounts) }.flatMap { Price.Quantity(amount: $0, unit: "g") }
    return try parsed(pick(amounts)) { amount in
      Price(
        role: maybe { $0.pick(Price.Role.allCases) }, amount: amount, currency: pick(["EUR", "USD"]), per: per,
        base: maybe { $0.pick(amounts) })
    }
  }

  private mutating func time() -> LocalTime? { LocalTime(minutes: number(0...2880)) }

  private mutating func location() throws -> Location {
    Location(
      address: maybe { $0.text() }, building: maybe { $0.text() }, abbreviation: maybe { $0.text() }, room: maybe { $0.text() },
      region: maybe { $0.text() }, onCampus: maybe { $0.isHeads() }, coordinate: try maybe { try $0.coordinate() })
  }

  private mutating func schedule() throws -> Schedule {
    var layers: [Layer] = []
    for _ in 0..<number(0...4) {
      let level = pick(Layer.Level.allCases)
      let name = maybe { $0.text() }
      if isHeads() {
        layers.append(Layer(level, name: name, dates: try (0..<number(0...5)).map { _ in DatedPlan(try date(), try plan()) }))
        continue
      }
      let from = try maybe { try $0.date() }
      let to = isHeads() ? (try from ?? date()).adding(days: number(0...100)) : nil
      let plans = try Weekday.allCases.filter { _ in isHeads() }.map { ($0, try plan()) }
      let rule = number(0...4) == 0 ? Layer.Rule.always : .week(WeekPlan(Dictionary(uniqueKeysWithValues: plans)))
      if let layer = Layer(level, name: name, from: from, to: to, rule) { layers.append(layer) }
    }
    return Schedule(zone: try zone(), layers: layers)
  }

  private mutating func plan() throws -> DayPlan {
    guard number(0...4) > 0 else { return .unknown }
    var services: [Service] = []
    for _ in 0..<number(0...3) {
      let opens = number(0...1439)
      guard let first = LocalTime(minutes: opens), let last = LocalTime(minutes: opens + number(1...1440)) else { continue }
      if let service = Service(opens: first, closes: last, label: maybe { $0.text() }) { services.append(service) }
    }
    return DayPlan(services)
  }

  // MARK: - Small values

  private mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
  private mutating func isHeads() -> Bool { .random(using: &generator) }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }

  private mutating func maybe<Value>(_ make: (inout Self) throws -> Value) rethrows -> Value? { isHeads() ? try make(&self) : nil }

  private mutating func list() -> [String] { (0..<number(0...3)).map { "\($0) " + text() } }

  private static let words = [
    "Caf\u{E9}", "Cafe\u{301}", "1920 Commons", "\"quoted\"", "back\\slash", "</script>", "日本語", "😀", "a,b", "{}", "\u{202E}rtl",
    "\u{2028}",
    "naïve word", "x",
  ]

  private mutating func text() -> String { (0...number(0...2)).map { _ in pick(Self.words) }.joined(separator: " ") }
  private mutating func zone() throws -> Zone { try parsed(pick(["America/New_York", "Europe/London", "Asia/Seoul", "UTC"])) { Zone($0) } }
  private mutating func date() throws -> LocalDate { try parsed("day") { _ in LocalDate(daysSinceEpoch: number(-719_162...2_932_896)) } }
  private mutating func address() throws -> WebAddress {
    try parsed("https://example.edu/é/\(number(0...99))?a=b&c=%20#f") { WebAddress($0) }
  }

  private mutating func instant() throws -> Instant {
    let nanoseconds = Int32(pick([0, 0, 1, 500_000_000, 999_999_999]))
    return try parsed("instant") { _ in
      Instant(secondsSinceEpoch: Int64(number(-62_135_596_800...253_402_300_799)), nanoseconds: nanoseconds)
    }
  }

  private mutating func coordinate() throws -> Coordinate {
    let (latitude, longitude) = (Double.random(in: -90...90, using: &generator), Double(number(-180_000_000...180_000_000)) / 1e6)
    return try parsed("coordinate") { _ in Coordinate(latitude: latitude, longitude: longitude) }
  }
}
