import FeedKit

extension MappingProposal {
  /// Proposes the rules for events.
  mutating func addEvents(_ list: RecordList, _ evidence: String) throws(Fault) {
    let records = list.records
    var envelope: String?
    if case .object(let members)? = records.first, members.count == 1, members[0].value.isObject { envelope = members[0].key }
    let table = RecordTable(records, envelope: envelope)
    let columns = table.columns.filter { $0.depth > 0 && !$0.has(.recordKeeping) }
    add("entries", .string("event"), .high, evidence, example: "", alternatives: [])
    add(
      "records", list.rule, list.count > 1 || list.isOne ? .high : .medium,
      list.isOne ? "the reply is one event" : "\(list.count.counted("record")) of the same form", example: list.example, alternatives: [])
    addSkip(in: table)
    if !list.isOne { addPaging(around: list) }
    guard let name = Self.eventName(in: table) else { throw Fault(message: "\(evidence), but they have no names") }
    let times = EventTimes(in: columns, zone: zone)
    addEventID(columns, list, name, times)
    add("name", textRule(name), .high, "\(table.share(name.texts.count)) have \(name.key)")
    used = [name.pointer]
    if let times { add("times", times.rule, times.confidence, times.evidence) }
    addLists(in: table)
    addDescription(in: table)
    addEventLocation(in: table, columns)
    addEventDetails(columns)
    addAddresses(in: table)
    addZone(in: table)
  }

  private static func eventName(in table: RecordTable) -> RecordTable.Column? {
    let columns = table.columns.filter { $0.depth == 1 && !$0.isElement && $0.texts.count.isAtLeast(.half, of: table.count) }
    return (KeyHint.names.prefix(2) + KeyHint.eventNames).lazy.compactMap { hint in columns.first { $0.has(hint) } }.first
  }

  /// Adds the id: the key of the series if records have one, so that the dates of a series are one entry.
  private mutating func addEventID(
    _ columns: [RecordTable.Column], _ list: RecordList, _ name: RecordTable.Column, _ times: EventTimes?
  ) {
    let scalars = columns.filter { $0.depth == 1 && !$0.isElement && $0.scalars.count.isAtLeast(.most, of: list.records.count) }
    let own = scalars.first { $0.has(.eventID) } ?? scalars.first { $0.has(.suffixedID) && !$0.has(.otherID) && !$0.has(.groupID) }
    let series = columns.first { $0.depth == 1 && !$0.isElement && $0.has(.seriesID) && !$0.scalars.isEmpty }
    let isShared = own.map { Set($0.scalars).count < $0.scalars.count } ?? false
    let isOneList = list.levels.count == 1 && !list.isOne
    if isOneList, let column = series ?? (isShared ? own : nil) {
      add("join", .string("id"), .medium, "records with the same \(column.key) are the dates of one event", example: "", alternatives: [])
    }
    if let series, isOneList {
      let rules: [JSONTree] = [.string(series.pointer)] + (own.map { [.string($0.pointer)] } ?? [])
      return add("id", rules.count == 1 ? rules[0] : .array(rules), .medium, "\(series.key) is the key of a series")
    }
    if let own { return add("id", .string(own.pointer), isShared ? .medium : .high, "\(own.key) is the key of an event") }
    if list.isKeyed { return add("id", .of(("key", .literal("true"))), .high, "the records are the members of an object") }
    let values = [textRule(name)] + (times?.start.map { [JSONTree.string($0)] } ?? [])
    add("id", .of(("slug", .array(values))), .low, "no member is an id, so it is made from the name and the time, which may change")
  }

  private mutating func addEventLocation(in table: RecordTable, _ columns: [RecordTable.Column]) {
    let texts = columns.filter { $0.depth <= Limit.textDepth && !$0.isElement && !$0.texts.isEmpty && !$0.mostTexts(.half, Self.isWeb) }
    let taken = used
    func find(_ isOfKey: (RecordTable.Column) -> Bool) -> RecordTable.Column? { texts.first { !taken.contains($0.pointer) && isOfKey($0) } }
    let room = find { $0.has(.eventRoom) }
    let address = find { $0.has(.street) && !$0.has(.notStreet) }
    let building =
      find { $0.has(.venueName) || $0.has(.building) && !$0.has(.buildingID) }
      ?? find { KeyHint.eventDetail.matches($0.lastKeyAbove.key) && ($0.has(.nameOrTitle) || $0.has(.eventDetail)) }
      ?? find { $0.depth == 1 && $0.has(.eventDetail) && !$0.has(.eventRoom) && !$0.has(.code) }
    for (field, column) in [("address", address), ("building", building), ("room", room)] {
      guard let column else { continue }
      add(
        "location.\(field)", textRule(column), .medium,
        "\(table.share(column.texts.count)) have \(column.key), such as \"\(column.texts[0].prefix(40))\"")
      used.insert(column.pointer)
    }
    addCoordinate(in: table)
  }

  /// Adds the status, the organization, the cost, the audience and whether it is online.
  private mutating func addEventDetails(_ columns: [RecordTable.Column]) {
    let taken = used
    let direct = columns.filter { $0.depth == 1 && !$0.isElement && !taken.contains($0.pointer) }
    if let status = direct.first(where: { $0.has(.status) && !$0.texts.isEmpty && $0.words.count < 3 }) {
      let words = JSONTree.of(
        ("cancelled", .array([.string("canceled"), .string("cancelled")])), ("postponed", .string("postponed")),
        ("tentative", .string("tentative")))
      add(
        "status", .of(("words", words), ("of", .string(status.pointer))), .medium,
        "\(status.key), \"\(status.texts[0].prefix(20))\" here, may say that an event does not take place")
    }
    let groups = direct.filter { $0.has(.organization) && !$0.has(.suffixedID) && !$0.has(.picture) && !$0.texts.isEmpty }
    if let group = groups.first(where: { !$0.mostTexts(.half, Self.isWeb) }) {
      add("organizer", textRule(group), .medium, "\(group.key) names an organization; do not read private persons")
    }
    if let cost = direct.first(where: { $0.has(.price) && !$0.scalars.isEmpty }) {
      add("cost", textRule(cost), .high, "\(cost.key), such as \"\(cost.scalars[0].prefix(20))\"")
    }
    if let audience = direct.first(where: { $0.has(.audience) && $0.arrays.contains { $0.contains { $0.string != nil } } }) {
      add("audience", .string(audience.pointer), .high, "\(audience.key) is a list of texts")
    }
    if let online = direct.first(where: { $0.has(.online) && $0.flags > 0 }) {
      add("online", .string(online.pointer), .high, "\(online.key) is true or false")
    }
  }
}
