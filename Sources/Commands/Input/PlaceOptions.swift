public import ArgumentParser
import Basics
import CampusCatalog
public import CatalogQuery
import CatalogSession
import OpeningHours
import SnapshotStore

struct StateOptions: ParsableArguments {
  @Flag(help: "Only open places.")
  var open = false

  @Flag(help: "Only closed places, not those with unknown hours.")
  var closed = false

  func validate() throws {
    if open, closed { throw ValidationError("--open and --closed cannot be used together.") }
  }

  var state: PlaceState? { open ? .open : closed ? .closed : nil }

  /// The option that was given.
  var names: [String] { open ? ["--open"] : closed ? ["--closed"] : [] }
}

/// The flag for the usual weeks of places in JSON.
struct UsualFlag: ParsableArguments {
  @Flag(name: .customLong("usual"), help: "Add the usual hours of each weekday, from the results in the store, to the JSON.")
  var isSet = false
}

struct FilterOptions: ParsableArguments {
  @Option(
    name: .customLong("category"),
    help: ArgumentHelp(
      "Only places of this category (repeatable): \(Category.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
    completion: .list(Category.allCases.map(\.rawValue)))
  var categories: [String] = []

  @Option(
    name: .customLong("building"),
    help: ArgumentHelp("Only places in this building, by name or abbreviation (repeatable).", valueName: "name"))
  var buildings: [String] = []

  @Option(name: .customLong("region"), help: ArgumentHelp("Only places in this region of a campus (repeatable).", valueName: "name"))
  var regions: [String] = []

  @Option(name: .customLong("tag"), help: ArgumentHelp("Only places with this tag (repeatable).", valueName: "word"))
  var tags: [String] = []

  @Flag(help: "Only favorites.")
  var favorites = false

  @Option(help: .limit, transform: { try parsedNumber($0, from: 1, such: 20) })
  var limit: Int?

  /// The options that were given, such as "--category".
  var names: [String] {
    let lists = [("--category", categories), ("--building", buildings), ("--region", regions), ("--tag", tags)]
    return lists.filter { !$0.1.isEmpty }.map(\.0) + (favorites ? ["--favorites"] : [])
  }

  /// - Throws: `Failure` for an unknown category, and for text without a letter or digit.
  func filter(_ report: QueryReport) async throws(Failure) -> PlaceFilter {
    var filter = PlaceFilter()
    // Several categories may also be separated by commas, as ids may.
    for text in categories.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
      filter.categories.insert(try knownValue(text, "category"))
    }
    filter.buildings = try words(buildings, "building")
    filter.regions = try words(regions, "region")
    filter.tags = try words(tags, "tag")
    if favorites { filter.ids = Set(try await report.favorites()?.map(\.id) ?? []) }
    return filter
  }

  private func words(_ texts: [String], _ kind: String) throws(Failure) -> Set<SearchText> {
    let words = texts.map { SearchText($0) }
    if let index = words.firstIndex(where: \.isEmpty) { throw Failure(.usage, "--\(kind) \"\(texts[index])\" has no letter or digit") }
    return Set(words)
  }

  /// Prints a hint for each building, region or tag that no place has.
  func printHints(_ session: CatalogSession) {
    if buildings.isEmpty, regions.isEmpty, tags.isEmpty { return }
    let entries = session.catalog.entries.filter { $0.place != nil }
    let locations = entries.compactMap(\.place?.location)
    let kinds: [(String, [String], [String?])] = [
      ("building", buildings, locations.flatMap { [$0.building, $0.abbreviation] }), ("region", regions, locations.map(\.region)),
      ("tag", tags, entries.flatMap(\.tags)),
    ]
    for (kind, texts, all) in kinds where !texts.isEmpty {
      let known = Set(all.compactMap(\.self))
      let folded = Set(known.map { SearchText($0) })
      for text in texts where !folded.contains(SearchText(text)) {
        let near = SpellingSuggestion.of(text, among: known.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
        Console.note("no places have the \(kind) \"\(text)\"\(near)")
      }
    }
  }
}

/// The options that sort places and set the position from which distances are measured.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The order. By default, open places come first; with --near, the nearest.", valueName: "order"))
  var sort: PlaceOrder?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The ten places nearest to this position, within 5 km.", valueName: "lat,lon"))
  var near: [String] = []

  @Option(help: ArgumentHelp("All places within this distance of --near, such as 500m, 2km or 0.3mi.", valueName: "distance"))
  var within: String?

  func validate() throws {
    if near.isEmpty, within != nil { throw ValidationError("--within needs a position; add --near LAT,LON.") }
    if near.isEmpty, sort == .distance { throw ValidationError("--sort distance needs a position; add --near LAT,LON.") }
  }

  func apply(to query: inout PlaceQuery) throws(QueryError) {
    if !near.isEmpty {
      query.near = try Self.nearness(near.joined(separator: " "), within)
      (query.needsPosition, query.order) = (true, .distance)
    }
    if let sort { query.order = sort }
  }

  /// The maximum distance, unless the user gives one.
  static let standardDistance = "5 km"
  /// The maximum number of the nearest places, unless the user gives one or a distance.
  static let standardLimit = 10

  static func nearness(_ position: String, _ within: String?) throws(QueryError) -> Proximity {
    Proximity(try Coordinate(parsing: position), within: try Meters(parsing: within ?? standardDistance).value)
  }
}

extension PlaceOrder: ExpressibleByArgument {
  public init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }

  /// The orders that users can choose.
  public static var allValueStrings: [String] { [Self.name, .location, .distance, .closing].map(\.rawValue) }
}

extension QueryCommand {
  /// Opens the catalog and prints the matching places.
  ///
  /// - Parameters:
  ///   - within: the maximum distance, if the user gave one.
  ///   - conditions: the options outside the filter that select places, such as "--open".
  func printPlaces(
    _ query: PlaceQuery = PlaceQuery(), filter: FilterOptions, usual flag: UsualFlag, state: PlaceState?, order: OrderOptions? = nil,
    within: String? = nil,
    conditions: [String] = [], staysOpen: (CatalogSession) throws -> StayOpenCondition? = { _ in nil }
  ) async throws {
    if flag.isSet, output.format == .text { throw Failure(.usage, "--usual needs --format json or ndjson") }
    let report = try await open(kinds: query.search == nil ? [.place] : [.place, .menu])
    let session = report.session
    var query = query
    query.filter = try await filter.filter(report)
    query = query.understood(in: session.catalog.entries, campuses: session.campuses)
    query.filter.state = state ?? (query.meaning?.isOpen == true ? .open : nil)
    query.filter.staysOpen = try staysOpen(session)
    query = query.withDishes(in: session.catalog.entries, by: session.rule)
    if let named = query.meaning?.time, named != time.at {
      // A misspelled day is only known after the catalog was opened for another time.
      if time.at == nil { Console.note("answers for now; to ask about \(named), add --at \(named)") }
      query.meaning?.time = nil
    }
    try order?.apply(to: &query)
    let within = order?.within ?? within
    query.limit = filter.limit ?? (query.order == .distance && within == nil ? OrderOptions.standardLimit : nil)
    let results = session.answer(query)
    let messages = PlaceMessages(
      report: report, query: query, within: Meters.withUnit(within ?? OrderOptions.standardDistance), options: filter.names + conditions)
    filter.printHints(session)
    if let understood = query.meaning?.explanation() { Console.note("understood as \(understood)") }
    if results.total == 0, let times = query.otherTimesOfDishes(in: session.catalog.entries, by: session.rule) { Console.note(times) }
    if flag.isSet, session.store == nil { Console.note("there is no usual week without a store; leave out --catalog or --sample") }
    let usual = flag.isSet ? try await session.usualWeeks() : [:]
    try report.print(
      results, columns: .places, nothing: { messages.nothing(results) }, notes: report.format == .json ? [] : messages.notes(results)
    ) { place, document in
      document.add(flag.isSet ? place.with(usual[place.entry.campus]?.week(of: place.entry)) : place)
    } lines: { places in
      Table.lines(of: places, on: report.terminal)
    }
  }
}
