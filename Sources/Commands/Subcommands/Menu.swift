import ArgumentParser
import Basics
import CampusCatalog
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

struct Menu: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "menu", abstract: "List what places serve, with diets, allergens and prices.",
    usage: """
      aggregate menu
      aggregate menu mensa --meal lunch --at tomorrow
      aggregate menu --near 51.027,13.726 --diet vegan
      aggregate menu --without nuts,milk --max-price 5 --role student
      aggregate menu --search pizza --format csv
      """,
    discussion: """
      Lists the dishes of the meals that are not over, on the clock of each campus, or all dishes of the day of --at. Once \
      those of today are over, the meals of the next day follow, with its date. Diets, allergens and prices are as stated by the kitchen: \
      --diet lists dishes that are stated to suit all of the diets (a vegan dish is vegetarian), --without leaves out dishes with one of the \
      allergens and dishes without stated allergens, and --max-price leaves out dishes without a price of a portion. Messages say how many \
      dishes are left out, and why.
      """)

  @Argument(
    help: ArgumentHelp("Only these places, by id, name, or words of a name. The default is all.", valueName: "place"),
    completion: .custom(Candidates.entries))
  var names: [String] = []

  @Option(
    name: .customLong("meal"), help: ArgumentHelp("Only this meal (repeatable): \(Self.list(Meal.Kind.self)).", valueName: "name"),
    completion: .list(Meal.Kind.allCases.map(\.rawValue)))
  var meals: [String] = []

  @Option(
    name: .customLong("diet"),
    help: ArgumentHelp("Only dishes that suit this diet (repeatable): \(Self.list(Diet.self)).", valueName: "name"),
    completion: .list(Diet.allCases.map(\.rawValue)))
  var diets: [String] = []

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp("Only dishes stated to be without this allergen (repeatable): \(Self.list(Allergen.Code.self)).", valueName: "name"),
    completion: .list(Allergen.Code.allCases.map(\.rawValue)))
  var allergens: [String] = []

  @Option(help: ArgumentHelp("Only dishes that cost this much at most, such as 4.50, in the currency of each place.", valueName: "amount"))
  var maxPrice: String?

  @Option(
    help: ArgumentHelp(
      "Who pays: \(Self.list(Price.Role.self)). Without it, a price must be low enough for everybody.", valueName: "name"),
    completion: .list(Price.Role.allCases.map(\.rawValue)))
  var role: String?

  @Option(help: ArgumentHelp("Only dishes with these words, or their beginnings, in their names.", valueName: "text"))
  var search: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var order: OrderOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var time: TimeOption
  @OptionGroup var output: ListOptions<RowFormat>

  func run() async throws {
    var query = MenuQuery()
    // Rows have a dish each, elements of JSON a place.
    let hasRows = output.format == .tsv || output.format == .csv
    let fields = try output.chosenFields(among: hasRows ? MenuRows.names : MenuListSchema.fieldNames)
    let rows = MenuRows(hasRows ? fields?.names : nil)
    query.meals = try Self.values(meals, "meal")
    query.dishes = try dishes()
    let about = names.isEmpty ? nil : names.joined(separator: " ")
    let report = try await catalog.open(at: time.at, about: about, kinds: [.place, .menu])
    query.places.filter = try await filter.filter(report)
    try order.apply(to: &query.places)
    query.places.limit = filter.limit ?? (order.near.isEmpty || order.within != nil ? nil : OrderOptions.standardLimit)
    let session = report.session
    let named = try places(session)
    if !named.isEmpty {
      let ids = named.reduce(into: Set()) { $0.formUnion($1.ids) }
      query.places.filter.ids = query.places.filter.ids.map(ids.intersection) ?? ids
    }
    let results = query.results(in: session.catalog.entries, by: session.rule)
    switch output.format {
    case .json: try Console.write(MenuListWriter.document(results, at: session.moment, in: session.zone, fields: fields))
    case .ndjson: try Console.write(MenuListWriter.lines(results, fields: fields))
    case .csv: try Console.write(rows.csv(of: results, session))
    case .tsv: try Console.write(rows.tsv(of: results, session))
    case .text:
      if !results.places.items.isEmpty {
        try report.print(MenuText(rule: session.rule, role: try priceRole(), terminal: report.terminal).lines(of: results.places.items))
      }
    }
    filter.printHints(session)
    if output.format != .json {
      let messages = MenuMessages(
        session: session, query: query, within: Meters.withUnit(order.within ?? OrderOptions.standardDistance),
        hasFavorites: filter.favorites)
      for note in messages.notes(results) { Console.note(note) }
      if results.places.total > 0 {
        for (name, ids) in named where !Self.haveMenus(ids, session) { Console.note("no menus of \"\(name)\" are known") }
      }
      if let clocks = report.clockNote(results.places.items.compactMap(\.place)) { Console.note(clocks) }
    }
    try report.end()
  }

  private func dishes() throws(Failure) -> DishFilter {
    var filter = DishFilter()
    for name in Self.list(diets) {
      do throws(QueryError) { filter.diets.insert(try Diet.named(name)) } catch { throw Failure(.usage, error.message) }
    }
    for name in Self.list(allergens) {
      do throws(QueryError) { filter.without.formUnion(try Allergen.Code.named(name)) } catch { throw Failure(.usage, error.message) }
    }
    if let search {
      filter.search = SearchText(search)
      if filter.search?.isEmpty == true { throw Failure(.usage, "--search \"\(search)\" has no letter or digit") }
    }
    let role = try priceRole()
    guard let maxPrice else { return filter }
    do throws(QueryError) { filter.maximum = try DishFilter.Maximum(parsing: maxPrice, role: role) } catch {
      throw Failure(.usage, "--max-price: \(error.message)")
    }
    return filter
  }

  private func priceRole() throws(Failure) -> Price.Role? {
    guard let role else { return nil }
    return try knownValue(role, "role")
  }

  /// Returns the places that the arguments name: all of them together, or else each of them.
  private func places(_ session: CatalogSession) throws -> [(name: String, ids: Set<EntryID>)] {
    let together = names.joined(separator: " ")
    if names.count > 1, let found = try? Self.places(together, session) { return [(together, found)] }
    return try names.map { ($0, try Self.places($0, session)) }
  }

  /// Returns whether there are menus of one of some places, on any day.
  private static func haveMenus(_ ids: Set<EntryID>, _ session: CatalogSession) -> Bool {
    var query = MenuQuery()
    query.places.filter.ids = ids
    return !query.days(in: session.catalog.entries, by: session.rule).isEmpty
  }

  private static func places(_ name: String, _ session: CatalogSession) throws -> Set<EntryID> {
    let catalog = session.catalog
    if let id = EntryID(name) {
      let places = catalog.entries.placesOfMenus(of: id)
      if !places.isEmpty { return places }
    }
    let found = try catalog.matches(name, by: session.rule).compactMap { $0.menu?.place ?? ($0.place == nil ? nil : $0.id) }
    if found.isEmpty { throw Failure(.nothing, "\"\(name)\" is not a place") }
    return Set(found)
  }

  /// Returns the values of an option that may be repeated, or have several values separated by commas.
  private static func values<Value: RawRepresentable<String> & CaseIterable>(
    _ texts: [String], _ kind: String
  ) throws(Failure) -> Set<Value> {
    var values: Set<Value> = []
    for text in list(texts) { values.insert(try knownValue(text, kind)) }
    return values
  }

  private static func list(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { String($0).trimmed }
  }

  private static func list<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
