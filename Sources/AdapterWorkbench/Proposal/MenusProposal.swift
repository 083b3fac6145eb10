import FeedKit

/// The rule for menus: where the dishes are, on which day and at which meal they are served, and what is known of them.
struct MenusProposal {
  /// A key of the rule, such as "date".
  struct Part {
    let key: String
    var rule: JSONTree
    var confidence = MappingProposal.Confidence.medium
    /// The reason, in one sentence without a period.
    var evidence: String
  }

  /// The parts in the order of the reference.
  var parts: [Part] = []
  /// The location of the records in a reply that has only menus: each record has menus, or is one.
  private(set) var records = JSONTree.of(("one", .string("")))
  /// What the records are, for people.
  private(set) var recordsEvidence = "the reply is one menu"
  /// The dates for which the feed is requested; nil for one request.
  var paging: Part?
  let zone: Zone?
  let isXML: Bool
  let address: DatedAddress?
  /// All lists of the reply, in which a legend may be.
  let lists: [RecordList]
  /// The objects at each level of lists, from the record to the dishes.
  let levels: [Level]
  /// Whether the first level is the reply, and not a place.
  let isOfReply: Bool
  /// The level with the date of the menus; nil if there is none.
  var dateLevel: Int?
  /// The level of the menus.
  private(set) var menu = 0

  /// The objects at one level of lists.
  struct Level {
    /// The pointer of the list in the objects of the level above.
    let pointer: String
    let table: RecordTable
    /// The keys of the objects if they are the members of an object.
    let keys: [String]

    /// The columns with values of the objects themselves.
    var columns: [RecordTable.Column] { table.columns.filter { $0.depth == 1 && !$0.isElement } }
    /// Whether the keys are dates.
    var isByDate: Bool { !keys.isEmpty && keys.allSatisfy { LocalDate($0) != nil } }
  }

  /// The rule as one value.
  var rule: JSONTree { .object(parts.map { (key: $0.key, value: $0.rule) }) }
  var evidence: String { parts.map(\.evidence).filter { !$0.isEmpty }.joined(separator: "; ") }
  /// The lowest of all parts, except for the meaning of labels, which is never complete.
  var confidence: MappingProposal.Confidence { parts.filter { $0.key != "codes" }.map(\.confidence).max() ?? .medium }

  /// Returns the menus in the records of a list; nil if these have no dishes.
  ///
  /// - Parameters:
  ///   - lists: all lists of the reply.
  ///   - zone: the time zone of the campus, which says in which currency prices are if they have no sign.
  init?(in list: RecordList, among lists: [RecordList], zone: Zone?, isXML: Bool) {
    guard let dishes = Self.dishes(among: lists.filter { list.contains($0) }) else { return nil }
    let levels = Self.levels(of: dishes, from: list.levels.count, among: lists)
    self.init(levels, lists: lists, zone: zone, isXML: isXML, address: nil, isOfReply: false)
    propose(dishes, from: list.levels.count)
    guard (try? checkKeys()) != nil else { return nil }
  }

  /// Returns the menus of a reply that has no places.
  ///
  /// - Throws: what is missing if the dishes cannot be read.
  init(
    of reply: JSONTree, among lists: [RecordList], zone: Zone?, isXML: Bool, address: WebAddress?
  ) throws(MappingProposal.Fault) {
    guard let dishes = Self.dishes(among: lists) else {
      throw MappingProposal.Fault(message: "the dishes have no names that were found; \(Self.advice)")
    }
    let root = Level(pointer: "", table: RecordTable([reply]), keys: [])
    self.init(
      [root] + Self.levels(of: dishes, from: 1, among: lists), lists: lists, zone: zone, isXML: isXML,
      address: address.flatMap { DatedAddress($0, zone: zone) }, isOfReply: true)
    for list in [dishes] + lists.filter({ ReplyContent(of: $0) == .dishes }) {
      guard let keys = Self.keysOfDishes(Self.table(list)) else { continue }
      let pointer = list.levels.joined() + keys.pointer
      throw MappingProposal.Fault(message: "\(pointer) has only the keys of dishes; \(Self.advice(for: keys.texts, lists))")
    }
    propose(dishes, from: 0)
    if menu > 0 {
      records = .string(levels[1].pointer)
      recordsEvidence =
        "\(max(levels[1].table.count, levels[1].keys.count).counted("record")) with \(menu == levels.count - 1 ? "a dish each" : "dishes")"
      // The records are the rows of the first level.
      let each = levels[1...menu].dropFirst().map { JSONTree.string($0.pointer) }
      parts.removeAll { $0.key == "each" }
      if !each.isEmpty { parts.insert(Part(key: "each", rule: Self.list(each), evidence: "these lists have the menus"), at: 0) }
    }
    try checkKeys()
    try addRequests()
    parts.insert(place(address), at: 0)
  }

  private init(_ levels: [Level], lists: [RecordList], zone: Zone?, isXML: Bool, address: DatedAddress?, isOfReply: Bool) {
    (self.levels, self.lists, self.zone, self.address, self.isOfReply) = (levels, lists, zone, address, isOfReply)
    self.isXML = isXML
  }

  static let advice = "Docs/add-menus.md shows how to write the mapping"

  static func table(_ list: RecordList) -> RecordTable { RecordTable(Array(list.records.prefix(Limit.ratedRecords))) }

  static func list(_ rules: [JSONTree]) -> JSONTree { rules.count == 1 ? rules[0] : .array(rules) }

  // MARK: - Lists

  /// Returns the list of dishes, the innermost: meals look like dishes, too. Parts of dishes, such as recipes, are not.
  private static func dishes(among lists: [RecordList]) -> RecordList? {
    let found = lists.filter { ReplyContent(of: $0) == .dishes && dishName(in: table($0)) != nil }
    guard var dishes = found.max(by: { ($0.levels.count, $0.count) < ($1.levels.count, $1.count) }) else { return nil }
    // Dishes may have nothing but a name.
    while !ReplyContent.haveDetailsOfDishes(table(dishes)),
      let inner = lists.first(where: { list in
        list.levels.count == dishes.levels.count + 1 && dishes.contains(list) && dishName(in: table(list)) != nil
          && JSONPointer.tokens(list.levels.last ?? "").last.map { key in KeyHint.dishesAround.contains { $0.matches(key) } } == true
      })
    {
      dishes = inner
    }
    while let outer = found.first(where: { $0.contains(dishes) && ReplyContent.haveDetailsOfDishes(table($0)) }) { dishes = outer }
    return dishes
  }

  private static func levels(of dishes: RecordList, from first: Int, among lists: [RecordList]) -> [Level] {
    (first...dishes.levels.count).map { count in
      let prefix = Array(dishes.levels.prefix(count))
      let list = lists.first { $0.levels == prefix }
      // Of an object of lists, only the keys are known.
      let inner = lists.first { $0.levels == Array(dishes.levels.prefix(count + 1)) }
      let keys = list?.keys ?? inner.map { UniqueTexts($0.groups.compactMap(\.key)).texts } ?? []
      return Level(pointer: prefix.last ?? "", table: list.map(table) ?? RecordTable([]), keys: keys)
    }
  }

  /// Returns the pointer of a list of keys, "/items" for `{"name": "Grill", "items": ["271", "272"]}`, and the keys; nil if there is none.
  private static func keysOfDishes(_ table: RecordTable) -> (pointer: String, texts: [String])? {
    for column in table.columns where column.depth == 1 && !column.isElement && KeyHint.dishKeys.matches(column.key) {
      let texts = column.arrays.flatMap(\.self).compactMap(\.string)
      if !texts.isEmpty, texts.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return (column.pointer, texts) }
    }
    return nil
  }

  /// Returns how to read the names of dishes of which a list has only the keys.
  private static func advice(for keys: [String], _ lists: [RecordList]) -> String {
    for list in lists where list.levels.count == 1 {
      let table = table(list)
      let id = table.columns.first { $0.depth == 1 && !$0.isElement && $0.has(.recordID) && !Set($0.scalars).isDisjoint(with: keys) }
      guard let id, let name = dishName(in: table) else { continue }
      let rule = JSONTree.of(
        ("other", .string(name.pointer)), ("where", .string(id.pointer)), ("is", .string("")), ("in", .string(list.levels[0])))
      return
        "their names are in \(list.levels[0]): write a mapping with \"name\": \(rule.text), which cannot join their labels and prices (Docs/add-menus.md), or a program that can (Docs/reference/executables.md)"
    }
    return "their names are not in this reply: look for one that has both, or write a program (Docs/reference/executables.md)"
  }

  /// Adds where the menus and their dishes are, and the date, meal and section.
  ///
  /// - Parameter depth: the number of lists around the first level.
  private mutating func propose(_ dishes: RecordList, from depth: Int) {
    let last = levels.count - 1
    let own = dateColumn(at: last)
    var section: JSONTree?
    if own != nil {
      // Each dish has its own date.
      menu = last
    } else {
      menu = last - 1
      let above = levels[menu]
      if menu > 0, !above.isByDate, dateColumn(at: menu) == nil {
        let name = ReplyContent.name(in: above.table) ?? above.columns.first { $0.has(.dishSection) && !$0.texts.isEmpty }
        if let name, !name.texts.contains(where: Self.isMeal) {
          section = .of(("outer", .string(name.pointer)))
        } else if name == nil, !above.keys.isEmpty, !above.keys.contains(where: Self.isMeal) {
          section = .of(("key", .literal("true")))
        }
        if section != nil { menu -= 1 }
      }
    }
    if menu > 0 {
      parts.append(Part(key: "each", rule: Self.list(levels[1...menu].map { .string($0.pointer) }), evidence: ""))
    }
    addDateRule()
    addMeal(levels[menu])
    let inner = own == nil ? Self.list(levels[(menu + 1)...].map { .string($0.pointer) }) : .of(("one", .string("")))
    addDishes(dishes, each: inner, section: section, from: depth)
  }

  // MARK: - Meals

  private static let kinds: [(kind: String, words: [String])] = [
    ("breakfast", ["breakfast", "late breakfast", "frühstück", "petit déjeuner", "colazione", "desayuno"]), ("brunch", ["brunch"]),
    ("lunch", ["lunch", "late lunch", "mittag", "mittagessen", "midi", "déjeuner", "pranzo", "almuerzo"]),
    ("dinner", ["dinner", "supper", "early dinner", "abend", "abendessen", "soir", "dîner", "cena"]),
    ("late", ["late", "late night", "late dinner"]), ("all-day", ["all day"]),
  ]

  static func isMeal(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return kinds.contains { kind in kind.words.contains { words.contains($0[...]) } }
  }

  private mutating func addMeal(_ level: Level) {
    // If each dish is a menu, "Breakfast burrito" is not its meal.
    let dish = menu == levels.count - 1 ? Self.dishName(in: level.table)?.pointer : nil
    let name = level.table.columns.first { column in
      guard !column.isElement, column.depth == 1 || KeyHint.mealAround.matches(column.parent) && column.depth <= Limit.textDepth else {
        return false
      }
      return column.pointer != dish && column.texts.contains(where: Self.isMeal)
        && column.texts.allSatisfy { $0.utf8.count <= Length.label }
    }
    guard name != nil || level.keys.contains(where: Self.isMeal) else { return }
    let rule = name.map { JSONTree.string($0.pointer) } ?? .of(("key", .literal("true")))
    let words = JSONTree.object(Self.kinds.map { (key: $0.kind, value: .array($0.words.map { .string($0) })) })
    let kind = JSONTree.of(("words", words), ("of", rule), ("else", .string("other")))
    let times = level.table.columns.filter { $0.depth <= Limit.valueDepth && !$0.isElement && $0.mostTexts(.most, Self.isClock) }
    let from = times.first { $0.has(.start) }
    let to = times.first { $0.has(.end) && $0.parent == from?.parent }
    var meal: [(key: String, value: JSONTree)] = [("name", rule), ("kind", kind)]
    if let from, let to { meal += [("from", .string(from.pointer)), ("to", .string(to.pointer))] }
    parts.append(Part(key: "meal", rule: .object(meal), evidence: "\(name?.key ?? "the key around them") is the meal"))
  }

  private static func isClock(_ text: String) -> Bool { ClockTime(text) != nil || ClockText(text)?.isCertain == true }
}
