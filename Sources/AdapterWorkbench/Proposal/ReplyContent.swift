import FeedKit

/// Content that is not places, for which nothing can be proposed.
enum ReplyContent {
  case events, dishes, words

  /// Returns the content of a list of records; nil if it may be places.
  init?(of list: RecordList) {
    let (around, records) = Self.unwrapped(list)
    let table = RecordTable(Array(records.prefix(Limit.ratedRecords)))
    if Self.areEvents(table, around: around) {
      self = .events
    } else if Self.areDishes(table, around: around) {
      self = .dishes
    } else if Self.areWords(table, of: list) {
      self = .words
    } else {
      return nil
    }
  }

  /// The records of a reply.
  enum Records {
    /// Lists that may be places, the likeliest first.
    case places([RecordList])
    /// A list of events, and what shows that.
    case events(RecordList, evidence: String)
    /// Dishes without places, and what shows that.
    case dishes(evidence: String)
  }

  /// Returns the records of a reply.
  ///
  /// - Throws: if the reply has content that is neither places nor events, and no list that is clearly of places.
  static func records(among lists: [RecordList], in reply: JSONTree) throws(MappingProposal.Fault) -> Records {
    let contents = lists.map { (list: $0, content: ReplyContent(of: $0)) }
    let others = contents.filter { list, content in
      // Events of places, such as of a museum, are a part of these.
      content == .dishes || content == .events && !contents.contains { $0.content == nil && $0.list.contains(list) && $0.list.hasNames }
    }
    let named = contents.filter { $0.content != .words }.map(\.list)
    guard let first = others.first ?? (named.isEmpty ? contents.first : nil), let content = first.content else {
      guard !lists.contains(where: isOfPlaces), let (content, name) = one(in: reply, hasLists: !lists.isEmpty) else {
        return .places(named)
      }
      if content == .events { return .events(RecordList(one: reply), evidence: "the reply is one event\(name)") }
      throw MappingProposal.Fault(message: "the reply is a dish of a menu\(name); \(content.advice)")
    }
    let rest = named.filter { list in
      !others.contains {
        $0.list.levels == list.levels || $0.list.contains(list) || $0.content == .dishes && areCounters(list, of: $0.list)
      }
    }
    if rest.contains(where: isOfPlaces) { return .places(rest) }
    let pointer = first.list.levels.joined()
    let place = pointer.isEmpty ? "the reply" : pointer.replacing("//", with: "/")
    let table = RecordTable(unwrapped(first.list).records)
    let example = name(in: table) ?? table.columns.first { $0.has(.caption) && !$0.texts.isEmpty }
    let quote = example.map { ", such as \"\($0.texts[0].prefix(60))\"" } ?? ""
    let evidence = "\(place) has \(content.count(first.list.count))\(quote)"
    switch content {
    case .events: return .events(first.list, evidence: evidence)
    case .dishes: return .dishes(evidence: evidence)
    case .words: throw MappingProposal.Fault(message: "\(evidence), and no places were found; \(content.advice)")
    }
  }

  /// Returns whether a list has the counters of a canteen, whose names may look like those of places: "Grill".
  private static func areCounters(_ list: RecordList, of dishes: RecordList) -> Bool {
    list.contains(dishes) && list.levels.last.flatMap { JSONPointer.tokens($0).last }.map(KeyHint.countersAround.matches) ?? false
  }

  private func count(_ records: Int) -> String {
    switch self {
    case .events: records.counted("event")
    case .dishes: records.counted("dish of a menu", "dishes of menus")
    case .words: records.counted("filter word")
    }
  }

  private var advice: String {
    switch self {
    case .events: "mappings read events in JSON, CSV and XML (Docs/reference/mappings.md)"
    case .dishes:
      "a mapping reads a list of dishes: write \"entries\": \"menu\" and, under \"menus\", the \"place\" (often part of the address), the \"date\" and the \"dishes\" (Docs/add-menus.md)"
    case .words: "use the feed that they filter"
    }
  }

  /// Returns why records may not be places; nil if they clearly are, or there is no sign of other content.
  static func doubt(about list: RecordList) -> String? {
    if isOfPlaces(list) { return nil }
    let (around, records) = unwrapped(list)
    let table = RecordTable(Array(records.prefix(Limit.ratedRecords)))
    if let price = table.prices { return "each has \(price.key), as dishes have (for dishes, see Docs/add-menus.md)" }
    if let key = around.first(where: { sum(KeyHint.dishesAround.dropLast(), [$0]) > 0 }) {
      return "their list is in \(key), as lists of dishes are (for dishes, see Docs/add-menus.md)"
    }
    let texts = table.columns.first { column in
      column.depth == 1 && !column.isElement && column.has(.dishTexts) && column.arrays.contains { $0.contains { $0.string != nil } }
    }
    if let texts { return "\(texts.key) has lists of texts, which may be dishes (for dishes, see Docs/add-menus.md)" }
    let date = table.columns.first { $0.depth == 1 && !$0.isElement && $0.has(.eventDate) && $0.mostTexts(.most, isDate) }
    return date.map { "each has \($0.key), as events have" }
  }

  // MARK: - Formats

  /// Returns the format of a reply that is neither JSON, CSV nor XML, with advice; nil if it may be one of them.
  static func format(of reply: [UInt8]) -> String? {
    let text = reply.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard let first = text.first else { return nil }
    if first == UInt8(ascii: "<") { return isPage(text) ? "HTML; \(formatAdvice)" : nil }
    if text.starts(with: #"["vcalendar","#.utf8) { return "an iCalendar file in JSON; \(ReplyContent.events.advice)" }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") { return nil }
    let lines = text.split(maxSplits: Limit.headLines, whereSeparator: { $0 == 10 || $0 == 13 }).prefix(Limit.headLines)
    if ["BEGIN:VCALENDAR", "BEGIN:VEVENT"].contains(where: String(decoding: lines[0], as: UTF8.self).uppercased().hasPrefix) {
      let events = text.split { $0 == 10 || $0 == 13 }.count { $0.starts(with: "BEGIN:VEVENT".utf8) }
      return "an iCalendar file with \(events.counted("event")); the adapter icalendar reads it, without a mapping"
    }
    let members = lines.count {
      (try? #/\s*(- +)?[A-Za-z_][A-Za-z0-9_-]*:(\s.*)?/#.wholeMatch(in: String(decoding: $0, as: UTF8.self))) != nil
    }
    return lines.count > 1 && members.isAtLeast(.half, of: lines.count) ? "YAML, or lines of keys and values; \(formatAdvice)" : nil
  }

  /// Returns whether markup is a page.
  private static func isPage(_ text: ArraySlice<UInt8>) -> Bool {
    let head = String(decoding: text.prefix(Limit.head), as: UTF8.self).lowercased()
    var rest = head[...]
    // A pattern for all of them would take exponential time.
    while let end = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? ">" : nil, let found = rest.firstRange(of: end) {
      rest = rest[found.upperBound...].drop(while: \.isWhitespace)
    }
    return rest.prefixMatch(of: #/<(!doctype\s+)?html\b/#) != nil
  }

  static let formatAdvice =
    "mappings read JSON, CSV and XML: look for the data that the page or app loads, or convert it with a program of your own (Docs/reference/executables.md)"

  // MARK: - Records

  /// Returns the records of a list, and the keys around them. An object with one member, such as `{"event": {…}}`, is that member.
  static func unwrapped(_ list: RecordList) -> (around: [String], records: [JSONTree]) {
    let groups = Set(list.groups.prefix(Limit.comparedKeys).compactMap(\.key))
    let around = groups.filter { $0.contains(where: \.isLetter) }.sorted() + list.levels.flatMap { JSONPointer.tokens($0) }
    guard case .object(let members)? = list.records.first, members.count == 1, members[0].value.isObject else {
      return (around, list.records)
    }
    let inner = list.records.compactMap { record -> JSONTree? in
      if case .object(let others) = record, others.count == 1, others[0].key == members[0].key { others[0].value } else { nil }
    }
    return inner.count == list.records.count ? (around + [members[0].key], inner) : (around, list.records)
  }

  /// Returns the sum of the weights of the hints that match a key.
  private static func sum(_ hints: some Sequence<KeyHint>, _ keys: [String]) -> Int {
    hints.reduce(0) { $0 + (keys.contains(where: $1.matches) ? $1.weight : 0) }
  }

  /// Returns the column with the names of records.
  static func name(in table: RecordTable) -> RecordTable.Column? {
    let columns = table.columns.filter { $0.depth == 1 && !$0.isElement && !$0.texts.isEmpty }
    return (KeyHint.names.prefix(2) + KeyHint.eventNames).lazy.compactMap { hint in columns.first { $0.has(hint) } }.first
  }

  private static func areEvents(_ table: RecordTable, around: [String]) -> Bool {
    guard let name = name(in: table), Set(name.texts).count.isAtLeast(.half, of: name.texts.count), let time = time(of: table)
    else { return false }
    let words = sum(KeyHint.eventsAround, around) + sum(KeyHint.eventMembers, eventKeys(of: table))
    guard time + words >= Weight.content else { return false }
    if words == 0, around.last.map(KeyHint.placesAround.matches) == true { return false }
    // Places have the hours of a week.
    return HoursProposal(in: table).map { $0.has("week") || $0.has("osm") } != true
  }

  private static func eventKeys(of table: RecordTable) -> [String] {
    table.columns.filter { $0.depth == 1 && !$0.isElement && !$0.has(.ownEvents) }.map(\.key)
  }

  /// Returns how much records look like something that takes place once: they have a beginning and an end with dates; 0 if only one of
  /// them, nil if neither.
  private static func time(of table: RecordTable) -> Int? {
    let columns = table.columns.filter { column in
      !column.has(.recordKeeping) && !column.pointer.split(separator: "/").contains { KeyHint.ownEvents.matches(String($0)) }
        && !KeyHint.notEventTime.matches(column.pointer)
        && (column.mostTexts(.most, isDate)
          || !column.numbers.isEmpty
            && column.numbers.allSatisfy { Int($0).map { Limit.seconds ~= $0 || Limit.milliseconds ~= $0 } ?? false })
    }
    func start(_ columns: [RecordTable.Column]) -> RecordTable.Column? {
      columns.first { start in
        start.has(.start) && !start.has(.end) && columns.contains { $0.has(.end) && $0.parent == start.parent }
      }
    }
    if let start = start(columns.filter { $0.depth == 1 && !$0.isElement }) {
      // Places may have a season, in dates without times, or hours of one date.
      let isOfPlace = start.texts.allSatisfy { !$0.contains(":") } || table.count > 1 && start.dates.count == 1
      return isOfPlace && !start.texts.isEmpty && hasPlaces(table) ? 0 : Weight.period
    }
    // Each has one opening, on another date than most others.
    if let start = start(columns.filter { $0.isElement && !$0.isInArray }), table.count > 1,
      start.dates.count.isAtLeast(.half, of: start.texts.count)
    {
      return Weight.period
    }
    if let date = columns.first(where: { $0.depth == 1 && !$0.isElement && $0.has(.eventDate) }),
      date.dates.count.isAtLeast(.half, of: table.count)
    {
      let others = table.columns.filter { $0.depth == 1 && $0.pointer != date.pointer && !$0.has(.opening) }
      // One record with a date may be a place on that day.
      let (isList, isTimed) = (table.count > 1, date.texts[0].contains(":"))
      let hasTime = others.contains { $0.has(.eventTime) }
      // Rows of dishes name the canteen, too.
      let hasPlace = others.contains { $0.has(.eventDetail) } && !haveDetailsOfDishes(table.columns)
      let isEvent = hasTime && (isList || isTimed) || (hasTime || isList || isTimed) && hasPlace
      return isEvent && !isOfPlaces(table) ? Weight.period : 0
    }
    return columns.contains { $0.has(.start) || $0.has(.date) } ? 0 : nil
  }

  /// Returns whether a text has a date: one of ISO 8601, or another one with a year.
  static func isDate(_ text: String) -> Bool {
    if LocalDate(text) != nil || LocalDateTime(text) != nil { return true }
    let numbers = text.split { !$0.isNumber }
    return numbers.contains { $0.count == 4 } && (numbers.count > 1 || text.contains(where: \.isLetter)) && ClockText(text) == nil
  }

  private static func areDishes(_ table: RecordTable, around: [String]) -> Bool {
    let keys = table.columns.filter { $0.depth == 1 }.map(\.key)
    var members = sum(KeyHint.dishMembers, keys) + (table.prices == nil ? 0 : Weight.price)
    let hasMeal = table.columns.contains { $0.depth == 1 && !$0.isElement && $0.mostTexts(.most, MenusProposal.isMeal) }
    if members > 0, hasMeal { members += Weight.meal }
    let outside = sum(KeyHint.dishesAround, around)
    // Records without members of dishes are dishes if the key of their list is clear.
    guard members > 0 || isOfDishes(around),
      outside > 0 ? outside + members >= Weight.content : members >= Weight.contentOfRoot
    else { return false }
    return !isOfPlaces(table, hasNames: !isOfDishes(around))
  }

  /// Returns whether the key of a list is clearly one of dishes, whose names may look like those of places: "Pizza".
  private static func isOfDishes(_ around: [String]) -> Bool { sum(KeyHint.dishesAround, Array(around.suffix(1))) >= Weight.content }

  /// Returns whether records have a price, or details that only dishes have.
  static func haveDetailsOfDishes(_ table: RecordTable) -> Bool {
    table.prices != nil || haveDetailsOfDishes(table.columns)
  }

  private static func haveDetailsOfDishes(_ columns: [RecordTable.Column]) -> Bool {
    columns.contains { $0.depth == 1 && $0.has(.dishDetails) }
  }

  /// Returns whether records are words for filters: names without any other information.
  private static func areWords(_ table: RecordTable, of list: RecordList) -> Bool {
    let key = list.levels.flatMap { JSONPointer.tokens($0) }.last
    let keys = key.map { [$0] } ?? list.groups.compactMap(\.key)
    guard !keys.isEmpty, keys.allSatisfy(KeyHint.wordsAround.matches) else { return false }
    return table.columns.allSatisfy { $0.depth == 0 || $0.depth == 1 && $0.arrays.isEmpty && $0.objects.isEmpty && $0.has(.wordMember) }
  }

  /// Returns the content of a reply that is one event or dish, and its name for a message; nil if it may be something else.
  ///
  /// - Parameter hasLists: whether the reply has lists of records, around which there may be a period.
  private static func one(in reply: JSONTree, hasLists: Bool) -> (content: ReplyContent, name: String)? {
    var (around, record): ([String], JSONTree) = ([], reply)
    if case .object(let members) = reply, members.count == 1 { (around, record) = ([members[0].key], members[0].value) }
    guard record.isObject else { return nil }
    let table = RecordTable([record])
    let isEvent = sum(KeyHint.eventsAround, around) + sum(KeyHint.eventMembers, eventKeys(of: table)) >= Weight.content
    let name = name(in: table).map { ", \"\($0.texts[0].prefix(60))\"" } ?? ""
    if isEvent || !hasLists, areEvents(table, around: around) { return (.events, name) }
    return !hasLists && areDishes(table, around: around) ? (.dishes, name) : nil
  }

  // MARK: - Places

  static func isOfPlaces(_ list: RecordList) -> Bool {
    let table = RecordTable(Array(list.records.prefix(Limit.ratedRecords)))
    return list.levels.flatMap { JSONPointer.tokens($0) }.last.map(KeyHint.placesAround.matches) ?? false
      || isOfPlaces(table, hasNames: !isOfDishes(list.levels.flatMap { JSONPointer.tokens($0) }))
  }

  /// Returns whether something in records is clearly about places: a position, an address, hours, or words in their names.
  ///
  /// - Parameter hasNames: whether words in names count.
  static func isOfPlaces(_ table: RecordTable, hasNames: Bool = true) -> Bool {
    if hasPlaces(table, hasNames: hasNames) { return true }
    return HoursProposal(in: table).map { $0.confidence != .low } ?? false
  }

  private static func hasPlaces(_ table: RecordTable, hasNames: Bool = true) -> Bool {
    let columns = table.columns.filter { !$0.isInArray && !$0.scalars.isEmpty }
    if columns.contains(where: { $0.has(.latitude) }) && columns.contains(where: { $0.has(.longitude) }) { return true }
    if table.columns.contains(where: { $0.depth == 1 && $0.has(.pair) && $0.arrays.contains { $0.count == 2 } }) { return true }
    if columns.contains(where: {
      $0.depth > 0 && !$0.texts.isEmpty && ($0.has(.street) || $0.has(.phone) || $0.has(.building)) && !$0.has(.email)
    }) {
      return true
    }
    return hasNames
      && columns.contains { column in
        column.depth == 1 && column.has(.recordName)
          && column.texts.count { CategoryWords.category(of: $0) != nil }.isAtLeast(.half, of: table.count)
      }
  }
}

extension RecordList {
  /// Whether the records have names.
  fileprivate var hasNames: Bool {
    RecordTable(Array(records.prefix(Limit.ratedRecords))).columns.contains { $0.depth == 1 && $0.has(.recordName) && !$0.texts.isEmpty }
  }
}

extension RecordTable {
  /// The column with amounts of money, such as 3.5, "3,50 €" or "$4"; nil if there is none.
  var prices: Column? {
    columns.first { column in
      column.depth > 0 && column.depth <= Limit.valueDepth && !column.isInArray && !column.scalars.isEmpty
        && (column.has(.price) || KeyHint.price.matches(column.lastKeyAbove.key))
        && column.scalars.count { text in
          Int(text).map { $0 > Limit.priceLevels } ?? text.contains(where: \.isNumber)
        }.isAtLeast(.half, of: column.scalars.count)
    }
  }
}

extension RecordTable.Column {
  /// The dates in texts such as "2026-12-01T19:00:00", or whole texts of other forms.
  fileprivate var dates: Set<Substring> { Set(texts.map { LocalDate(String($0.prefix(10))) == nil ? $0[...] : $0.prefix(10) }) }
}
