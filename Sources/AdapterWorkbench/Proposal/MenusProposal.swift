import FeedKit

/// The rule for the menus of places: where the dishes in a record are, on which day and at which meal they are served, and what is known of them.
struct MenusProposal {
  private(set) var members: [(key: String, value: JSONTree)] = []
  private(set) var evidence: [String] = []
  private(set) var confidence = MappingProposal.Confidence.medium

  /// The objects at one level of lists, from the record to the dishes.
  private struct Level {
    /// The pointer of the list in the objects of the level above.
    let pointer: String
    let table: RecordTable
  }

  /// Returns the menus in the records of a list; nil if these have no dishes.
  ///
  /// - Parameters:
  ///   - lists: all lists of the reply.
  ///   - zone: the time zone of the campus, which says in which currency prices are if they have no sign.
  init?(in list: RecordList, among lists: [RecordList], zone: Zone?) {
    let inner = lists.filter { list.contains($0) && ReplyContent(of: $0) == .dishes && ReplyContent.name(in: Self.table($0)) != nil }
    // The dishes are the innermost lists: meals have some, too.
    guard let dishes = inner.max(by: { ($0.levels.count, $0.count) < ($1.levels.count, $1.count) }), !dishes.isKeyed else { return nil }
    let depth = list.levels.count
    let levels = (depth...dishes.levels.count).map { count in
      let prefix = Array(dishes.levels.prefix(count))
      return Level(pointer: prefix.last ?? "", table: lists.first { $0.levels == prefix }.map(Self.table) ?? RecordTable([]))
    }
    evidence = ["\(dishes.count.counted("dish", "dishes")) in \(dishes.levels.dropFirst(depth).joined())"]
    addLists(levels)
    addDetails(of: levels[levels.count - 1].table, zone)
  }

  private static func table(_ list: RecordList) -> RecordTable { RecordTable(Array(list.records.prefix(Limit.ratedRecords))) }

  // MARK: - Lists

  /// Adds where the menus and their dishes are, and the date, meal and section.
  private mutating func addLists(_ levels: [Level]) {
    // The level of the menus: the one above the dishes, or above their sections.
    var menu = levels.count - 2
    var section: JSONTree?
    let above = levels[menu].table
    if let name = ReplyContent.name(in: above), menu > 0, !name.texts.contains(where: Self.isMeal) {
      section = .of(("outer", .string(name.pointer)))
      menu -= 1
    }
    let dishes = levels[(menu + 1)...].map { JSONTree.string($0.pointer) }
    if menu > 0 { members.append(("each", Self.list(levels[1...menu].map { .string($0.pointer) }))) }
    addDate(levels[...menu])
    addMeal(levels[menu].table)
    members.append(("dishes", .of(("each", Self.list(dishes)), ("section", section))))
  }

  private static func list(_ rules: [JSONTree]) -> JSONTree { rules.count == 1 ? rules[0] : .array(rules) }

  private mutating func addDate(_ levels: ArraySlice<Level>) {
    for (index, level) in zip(levels.indices, levels).reversed() {
      let column = level.table.columns.first { column in
        column.depth == 1 && !column.isElement && column.has(.eventDate)
          && column.mostTexts(.most) { Self.order(of: $0) != nil || Self.isDate($0) }
      }
      guard let column else { continue }
      let isOwn = index == levels.endIndex - 1
      let rule: JSONTree = isOwn ? .string(column.pointer) : .of(("outer", .string(column.pointer)))
      evidence.append("\(column.key) is their date")
      guard !column.mostTexts(.most, Self.isDate) else { return members.append(("date", rule)) }
      let order = column.texts.allSatisfy { DateRange($0, .monthFirst) != nil } ? "month-first" : "day-first"
      return members.append(("date", .of(("date", rule), ("order", .string(order)))))
    }
    confidence = .low
    evidence.append("no date was found, so they are read as those of the day on which the reply is received")
    members.append(("date", .of(("received", .literal("0")))))
  }

  private static func isDate(_ text: String) -> Bool { LocalDate(text) != nil || LocalDateTime(text) != nil }

  private static func order(of text: String) -> DateRange.Order? {
    DateRange(text, .monthFirst) != nil ? .monthFirst : DateRange(text, .dayFirst) != nil ? .dayFirst : nil
  }

  // MARK: - Meals

  private static let kinds: [(kind: String, words: [String])] = [
    ("breakfast", ["breakfast", "late breakfast"]), ("brunch", ["brunch"]), ("lunch", ["lunch", "late lunch"]),
    ("dinner", ["dinner", "supper", "early dinner"]), ("late", ["late", "late night", "late dinner"]), ("all-day", ["all day"]),
  ]

  private static func isMeal(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return kinds.contains { kind in kind.words.contains { words.contains($0[...]) } }
  }

  private mutating func addMeal(_ table: RecordTable) {
    let columns = table.columns.filter { $0.depth == 1 && !$0.isElement }
    guard let name = columns.first(where: { $0.texts.contains(where: Self.isMeal) }) else { return }
    let words = JSONTree.object(Self.kinds.map { (key: $0.kind, value: .array($0.words.map { .string($0) })) })
    let kind = JSONTree.of(("words", words), ("of", .string(name.pointer)), ("else", .string("other")))
    let times = table.columns.filter { $0.depth <= Limit.valueDepth && !$0.isElement && $0.mostTexts(.most, Self.isClock) }
    let from = times.first { $0.has(.start) }
    let to = times.first { $0.has(.end) && $0.parent == from?.parent }
    evidence.append("\(name.key) is the meal")
    var meal: [(key: String, value: JSONTree)] = [("name", .string(name.pointer)), ("kind", kind)]
    if let from, let to { meal += [("from", .string(from.pointer)), ("to", .string(to.pointer))] }
    members.append(("meal", .object(meal)))
  }

  private static func isClock(_ text: String) -> Bool { ClockTime(text) != nil || ClockText(text)?.isCertain == true }

  // MARK: - Dishes

  /// The words that mean the same everywhere.
  private static let plainDiets: Set<String> = ["vegan", "vegetarian", "halal", "kosher"]

  private mutating func addDetails(of table: RecordTable, _ zone: Zone?) {
    guard let name = ReplyContent.name(in: table), case .object(var dish)? = members.popLast()?.value else { return }
    dish.append((key: "name", value: .string(name.pointer)))
    let lists = table.columns.filter { $0.depth <= Limit.valueDepth && $0.has(.dishLabels) && !$0.isElement }
    var labels: [JSONTree] = []
    var words: [String] = []
    for column in lists where !column.arrays.isEmpty || !column.texts.isEmpty {
      let elements = column.arrays.flatMap(\.self)
      let names = elements.contains(where: \.isObject) ? ReplyContent.name(in: RecordTable(elements.filter(\.isObject))) : nil
      let list = JSONTree.string(column.pointer)
      if let names { labels.append(.of(("each", list), ("take", .string(names.pointer)))) } else { labels.append(list) }
      words += names?.texts ?? column.texts + elements.compactMap(\.string)
    }
    if !labels.isEmpty { dish.append((key: "labels", value: Self.list(labels))) }
    let (prices, currency) = priceRules(table, zone)
    if currency != nil { dish.append((key: "prices", value: Self.list(prices))) }
    members.append(("dishes", .object(dish)))
    let diets = UniqueTexts(words.filter { Self.plainDiets.contains($0.lowercased()) }).texts
    if !diets.isEmpty { members.append(("codes", .object(diets.map { (key: $0, value: .string($0.lowercased())) }))) }
    if !labels.isEmpty { evidence.append("what the labels mean is for you to say, in \"codes\"") }
    if let currency {
      members.append(("currency", .string(currency)))
    } else if !prices.isEmpty {
      evidence.append("prices were left out: their currency is unknown")
    }
  }

  private static let roles: [(role: String, hint: KeyHint)] = [
    ("student", KeyHint(["stud"])), ("employee", KeyHint(["employ", "staff", "bedienst", "mitarb"])),
    ("pupil", KeyHint(["pupil", "schueler"])),
    ("guest", KeyHint(["guest", "other", "extern", "gaest", "gäst", "visitor"])),
  ]

  /// Returns the rules for prices, and their currency.
  private func priceRules(_ table: RecordTable, _ zone: Zone?) -> (rules: [JSONTree], currency: String?) {
    let columns = table.columns.filter { column in
      column.depth <= Limit.valueDepth && !column.isElement && !column.scalars.isEmpty && KeyHint.price.matches(column.pointer)
        && column.scalars.count { $0.contains(where: \.isNumber) }.isAtLeast(.half, of: column.scalars.count)
    }
    let rules = columns.map { column -> JSONTree in
      let amount = JSONTree.string(column.pointer)
      guard let role = Self.roles.first(where: { $0.hint.matches(column.key) })?.role else { return .of(("amount", amount)) }
      return .of(("role", .string(role)), ("amount", amount))
    }
    let text = columns.flatMap(\.texts).joined()
    let sign = [("\u{20AC}", "EUR"), ("EUR", "EUR"), ("\u{A3}", "GBP"), ("CHF", "CHF"), ("$", "USD")].first { text.contains($0.0) }
    return (rules, columns.isEmpty ? nil : sign?.1 ?? zone.flatMap { Self.currencies[$0.name] })
  }

  private static let currencies: [String: String] = {
    var currencies = ["Europe/London": "GBP", "Europe/Zurich": "CHF"]
    for city in [
      "Amsterdam", "Athens", "Berlin", "Brussels", "Dublin", "Helsinki", "Lisbon", "Ljubljana", "Luxembourg", "Madrid", "Paris", "Rome",
      "Vienna",
    ] {
      currencies["Europe/\(city)"] = "EUR"
    }
    for city in ["New_York", "Chicago", "Denver", "Los_Angeles", "Detroit", "Phoenix", "Indiana/Indianapolis"] {
      currencies["America/\(city)"] = "USD"
    }
    return currencies
  }()
}

extension UniqueTexts {
  fileprivate init(_ texts: [String]) {
    self.init()
    for text in texts { insert(text) }
  }
}
