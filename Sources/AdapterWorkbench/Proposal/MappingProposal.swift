public import FeedKit
import FeedMapping

/// A mapping for a reply that nobody has read yet: where its records are and what their values mean, each with the reason.
///
/// Keys are hints, and values decide. The same reply always gives the same proposal.
public struct MappingProposal: Sendable {
  /// How sure a rule is.
  public enum Confidence: String, Sendable, Hashable, Comparable {
    case high, medium, low

    private var order: Int { self == .high ? 0 : self == .medium ? 1 : 2 }
    /// The more certain one is less.
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
  }

  /// A rule for one field of an entry.
  public struct Guess: Sendable, Hashable {
    /// The key in the mapping, such as "location.coordinate".
    public let field: String
    /// The rule as JSON text.
    public let rule: String
    public let confidence: Confidence
    /// The reason, in one sentence without a full stop.
    public let evidence: String
  }

  /// Why there is no proposal.
  public struct Fault: Error, Sendable, Hashable {
    public let message: String
  }

  public private(set) var guesses: [Guess] = []
  /// The number of records in the reply.
  public let recordCount: Int
  public let isCSV: Bool
  private var rules: [(key: String, value: JSONTree)] = []

  /// Looks at a reply in JSON, or in CSV with a header row.
  ///
  /// - Parameter zone: the time zone of the campus, which says on which side of the world it is.
  public init(of reply: [UInt8], zone: Zone? = nil) throws(Fault) {
    let first = reply.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first
    isCSV = first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    let tree = try Self.tree(of: reply, isCSV: isCSV)
    guard let list = RecordList(in: tree) else { throw Fault(message: "the reply has no list of records: no array or object of objects") }
    recordCount = list.count
    let table = RecordTable(list.records)
    if isCSV { rules.append(("format", .string("csv"))) }
    add(
      "records", list.levels.count == 1 ? .string(list.levels[0]) : .array(list.levels.map { .string($0) }),
      list.count > 1 ? .high : .medium,
      "\(list.count.counted("record")) of the same form\(list.isKeyed ? ", the members of an object" : "")")
    let name = name(in: table)
    addID(in: table, list, name)
    guard let name else { throw Fault(message: "the records have no text that could be a name") }
    add("name", .string(name.pointer), name.has("name", "title") ? .high : .low, "\(table.share(name.texts.count)) have a text")
    var used: Set<String> = [name.pointer]
    addCategory(in: table, name, list, &used)
    addLists(in: table, &used)
    addDescription(in: table, &used)
    addLocation(in: table, zone, &used)
    addAddresses(in: table, &used)
    addHours(in: table)
    dropInvalidHours()
  }

  /// Parses a reply. (In one expression, the compiler frees the document even if it was never made.)
  private static func tree(of reply: [UInt8], isCSV: Bool) throws(Fault) -> JSONTree {
    do {
      let bytes = isCSV ? try CSVTable.json(reply) : reply
      let document = try JSONDocument(parsing: bytes)
      return JSONTree(document.root)
    } catch let error as JSONError {
      throw Fault(message: "\(error.line):\(error.column): \(error.message)")
    } catch {
      throw Fault(message: "the reply is neither JSON nor CSV with a header row")
    }
  }

  /// The mapping as a file: JSON text in the order of the schema.
  ///
  /// - Parameters:
  ///   - schema: the address of the schema, for editors.
  ///   - title: the title of the mapping.
  public func text(schema: String, title: String, request: String) -> String {
    let head: [(key: String, value: JSONTree)] = [
      ("$schema", .string(schema)), ("title", .string(title)), ("summary", .string("Places of \(title).")), ("request", .string(request)),
    ]
    return JSONTree.object(head + rules).pretty() + "\n"
  }

  private mutating func add(_ field: String, _ rule: JSONTree?, _ confidence: Confidence, _ evidence: String) {
    guard let rule else { return }
    guesses.append(Guess(field: field, rule: rule.text, confidence: confidence, evidence: evidence))
    let keys = field.split(separator: ".").map(String.init)
    guard keys.count == 2 else { return rules.append((field, rule)) }
    if let index = rules.firstIndex(where: { $0.key == keys[0] }), case .object(let members) = rules[index].value {
      rules[index].value = .object(members + [(key: keys[1], value: rule)])
    } else {
      rules.append((keys[0], .object([(key: keys[1], value: rule)])))
    }
  }

  /// Removes the hours if the mapping language refuses them: the rest is still useful.
  private mutating func dropInvalidHours() {
    let text = text(schema: "mapping-1.schema.json", title: "Proposal", request: "records")
    guard (try? Mapping(Array(text.utf8), file: "proposal")) == nil else { return }
    rules.removeAll { $0.key == "hours" }
    guesses.removeAll { $0.field == "hours" }
  }
}

// MARK: - Id and name

extension MappingProposal {
  private func name(in table: RecordTable) -> RecordTable.Column? {
    let texts = table.columns.filter {
      !$0.isInArray && $0.depth > 0 && $0.depth <= 3 && $0.texts.count * 10 >= table.count * 9
        && $0.mostTexts { $0.utf8.count <= 100 && !$0.contains("://") && $0.contains(where: \.isLetter) && LocalDateTime($0) == nil }
    }
    func score(_ column: RecordTable.Column) -> Int {
      let key = column.lowerKey
      var score = key == "name" ? 12 : key == "title" ? 10 : key.hasSuffix("name") || key.hasPrefix("name") ? 9 : 0
      if column.has("short", "user", "nick", "file", "first", "last", "abbr", "category", "campus", "building") { score -= 6 }
      if key == "slug" || key.hasSuffix("id") || key.hasSuffix("type") || key == "label" { score -= 2 }
      // Distinct texts with spaces are names rather than kinds.
      score += Set(column.texts).count * 4 / max(1, column.texts.count)
      score += column.texts.contains { $0.contains(" ") } ? 2 : 0
      return score - 3 * (column.depth - 1)
    }
    var best: (column: RecordTable.Column, score: Int)?
    for column in texts {
      let score = score(column)
      if best.map({ score > $0.score }) ?? true { best = (column, score) }
    }
    return best?.column
  }

  private mutating func addID(in table: RecordTable, _ list: RecordList, _ name: RecordTable.Column?) {
    func rank(_ column: RecordTable.Column) -> Int? {
      let key = column.lowerKey
      let known = ["slug", "id", "_id", "uuid", "guid", "key", "code", "pk", "identifier"]
      if let index = known.firstIndex(of: key) { return index }
      return key.hasSuffix("_id") || column.key.hasSuffix("Id") || column.key.hasSuffix("ID") || key.hasSuffix("slug") ? 20 : nil
    }
    let candidates = table.columns.filter {
      $0.depth == 1 && !$0.isInArray && $0.scalars.count == table.count && Set($0.scalars).count == table.count
        && $0.scalars.allSatisfy { $0.utf8.count <= 100 && !$0.contains("://") } && rank($0) != nil
    }
    let best = candidates.min { (rank($0) ?? 0) < (rank($1) ?? 0) }
    if let best {
      let values = best.scalars
      let isPosition = table.count > 2 && (values == (0..<table.count).map(String.init) || values == (1...table.count).map(String.init))
      if !isPosition || list.isKeyed == false {
        add(
          "id", .string(best.pointer), isPosition ? .low : table.count > 1 ? .high : .medium,
          isPosition
            ? "\(best.key) is unique, but counts the records: check that it does not change when one is added"
            : "\(table.share(values.count)) have \(best.key), and all are different")
        return
      }
    }
    if list.isKeyed {
      add("id", .of(("key", .literal("true"))), .high, "the records are the members of an object, which have different keys")
      return
    }
    guard let name else { return }
    let others = table.columns.filter { $0.depth <= 2 && !$0.isInArray && $0.has("building", "address") && !$0.texts.isEmpty }
    let second = others.first
    let isUnique = Set(name.texts).count == table.count
    add(
      "id", .of(("slug", .array([.string(name.pointer)] + (second.map { [.string($0.pointer)] } ?? [])))), isUnique ? .medium : .low,
      "no member has a different value in every record, so the id is made of the name\(second.map { " and \($0.key)" } ?? "")")
  }
}

// MARK: - Texts

extension MappingProposal {
  private mutating func addCategory(
    in table: RecordTable, _ name: RecordTable.Column, _ list: RecordList, _ used: inout Set<String>
  ) {
    let isFood =
      (table.columns.map(\.lowerKey) + list.levels.map { $0.lowercased() }).contains { key in
        ["dining", "eater", "food", "menu", "meal", "daypart", "restaurant", "cafe"].contains(where: key.contains)
      }
    let fallback = JSONTree.string(isFood ? "restaurant" : "other")
    let columns = table.columns.filter {
      $0.depth <= 3 && !$0.texts.isEmpty && $0.pointer != name.pointer && $0.texts.allSatisfy { $0.utf8.count <= 60 }
        && ($0.has("category", "type", "kind", "classif")
          || ["category", "type", "kind", "classif"].contains(where: $0.parent.lowercased().contains) && $0.has("name", "descr", "label"))
        && LocalDateTime($0.texts[0]) == nil
    }
    let label = columns.first { column in
      let values = Set(column.texts)
      return values.count <= 40 && (values.count > 1 || table.count == 1)
        && values.contains { CategoryWords.category(of: $0) != nil }
    }
    let words = { (texts: [String]) -> JSONTree in
      let found = CategoryWords.all.compactMap { category, words -> (key: String, value: JSONTree)? in
        let seen = words.filter { word in texts.contains { $0.lowercased().contains(word) } }
        return seen.isEmpty ? nil : (category, seen.count == 1 ? .string(seen[0]) : .array(seen.map { .string($0) }))
      }
      return .object(found)
    }
    if let label {
      let values = Set(label.texts).sorted()
      let known = values.compactMap { value in CategoryWords.category(of: value).map { (key: value, value: JSONTree.string($0)) } }
      let isComplete = known.count == values.count && label.texts.count * 10 >= table.count * 9
      let rest = values.filter { CategoryWords.category(of: $0) == nil }.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      add(
        "category", .of(("table", .object(known)), ("of", .string(label.pointer)), ("else", fallback)), isComplete ? .high : .medium,
        "\(label.key) has \(values.count.counted("value", "values")), of which \(known.count) are known"
          + (rest.isEmpty ? "" : "; the others, such as \(rest), need a line in the table"))
      add("categoryLabel", .string(label.pointer), .high, "\(label.pointer) is what the feed calls the category")
      used.insert(label.pointer)
      return
    }
    let rule = words(name.texts)
    if case .object(let found) = rule, !found.isEmpty {
      add(
        "category", .of(("words", rule), ("of", .string(name.pointer)), ("else", fallback)), .medium,
        "no member is a category, but \(name.texts.count { CategoryWords.category(of: $0) != nil }) names have a word that says it")
    } else {
      add("category", fallback, .low, "no member is a category\(isFood ? ", but the keys are about food" : "")")
    }
  }

  private mutating func addLists(in table: RecordTable, _ used: inout Set<String>) {
    for (field, words) in [("tags", ["tag", "amenit", "feature", "cuisine"]), ("labels", ["label", "pay", "diet"])] {
      for column in table.columns where column.depth > 0 && column.depth <= 3 && !column.isInArray && !column.arrays.isEmpty {
        guard words.contains(where: column.lowerKey.contains) else { continue }
        let elements = column.arrays.flatMap { $0 }
        if elements.allSatisfy({ if case .string = $0 { true } else { false } }), !elements.isEmpty {
          add(field, .string(column.pointer), .high, "\(column.key) is a list of texts in \(table.share(column.arrays.count))")
          break
        }
        let inner = RecordTable(elements.filter(\.isObject))
        let texts = inner.columns.filter { $0.depth == 1 && $0.texts.count == inner.count && inner.count > 0 }
        if let text = texts.first(where: { $0.has("name", "descr", "label", "title") }) {
          add(
            field, .of(("each", .string(column.pointer)), ("take", .string(text.pointer))), .medium,
            "\(column.key) is a list of objects with \(text.key) \"\(text.texts[0].prefix(40))\"")
          break
        }
      }
    }
  }

  private mutating func addDescription(in table: RecordTable, _ used: inout Set<String>) {
    let columns = table.columns.filter { column in
      column.depth > 0 && column.depth <= 2 && !column.isInArray && !column.texts.isEmpty && !used.contains(column.pointer)
    }
    if let text = columns.first(where: {
      $0.has("description", "about", "summary", "blurb", "details", "bio") && !$0.mostTexts(0.9, Self.isWeb)
    }
    ) {
      let isHTML = text.texts.contains(where: Self.isHTML)
      add(
        "description", isHTML ? .of(("html", .string(text.pointer))) : .string(text.pointer), .high,
        "\(table.share(text.texts.count)) have \(text.key)\(isHTML ? ", with HTML" : "")")
      used.insert(text.pointer)
    }
    if let text = columns.first(where: { $0.has("notice", "alert", "announcement") || ["note", "notes", "message"].contains($0.lowerKey) })
    {
      let isHTML = text.texts.contains(where: Self.isHTML)
      add(
        "notice", isHTML ? .of(("html", .string(text.pointer))) : .string(text.pointer), .medium,
        "\(table.share(text.texts.count)) have \(text.key), such as \"\(text.texts[0].prefix(40))\"")
      used.insert(text.pointer)
    }
  }

  static func isWeb(_ text: String) -> Bool { WebAddress(text) != nil }

  private static func isHTML(_ text: String) -> Bool {
    var last: Character = " "
    for character in text.prefix(2000) {
      if last == "<", character.isLetter || character == "/" { return true }
      last = character
    }
    return text.contains("&amp;") || text.contains("&nbsp;")
  }
}

// MARK: - Places

extension MappingProposal {
  private mutating func addLocation(in table: RecordTable, _ zone: Zone?, _ used: inout Set<String>) {
    let texts = table.columns.filter { column in
      column.depth > 0 && column.depth <= 3 && !column.isInArray && !column.texts.isEmpty && !used.contains(column.pointer)
        && !column.mostTexts(0.5, Self.isWeb)
    }
    var taken = used
    func find(_ isOfKey: (RecordTable.Column) -> Bool) -> RecordTable.Column? {
      let found = texts.first { !taken.contains($0.pointer) && isOfKey($0) }
      if let found { taken.insert(found.pointer) }
      return found
    }
    let address = find { $0.has("address", "street") && !$0.has("email", "mail", "web", "ip_") && !$0.texts[0].contains("@") }
    let short = find { $0.has("building") && $0.has("abbr", "short", "code", "friendly") }
    let building =
      find { $0.has("building") && !$0.has("_id") } ?? find { ["location", "hall", "place"].contains($0.lowerKey) }
    let region =
      find { $0.has("region", "neighborhood", "neighbourhood", "district") }
      ?? find { $0.parent.lowercased().contains("area") && $0.has("short") } ?? find { $0.lowerKey.hasSuffix("area") }
      ?? find { $0.parent.lowercased().contains("area") && $0.has("name", "descr") }
    for (field, column) in [("address", address), ("building", building), ("abbreviation", short), ("region", region)] {
      guard let column else { continue }
      add(
        "location.\(field)", .string(column.pointer), field == "building" && !column.has("building") ? .medium : .high,
        "\(table.share(column.texts.count)) have \(column.key), such as \"\(column.texts[0].prefix(40))\"")
    }
    used = taken
    if let flag = table.columns.first(where: { $0.flags > 0 && !$0.isInArray && $0.has("on_campus", "oncampus") }) {
      add("location.onCampus", .string(flag.pointer), .high, "\(flag.key) is true or false")
    }
    addCoordinate(in: table, zone)
  }

  private mutating func addCoordinate(in table: RecordTable, _ zone: Zone?) {
    func degrees(_ column: RecordTable.Column) -> [Double] { column.scalars.compactMap { Double($0) } }
    let columns = table.columns.filter { column in
      column.depth > 0 && !column.isInArray && !column.scalars.isEmpty && degrees(column).count * 10 >= column.scalars.count * 9
        && degrees(column).allSatisfy { abs($0) <= 180 }
    }
    for latitude in columns where latitude.lowerKey.hasPrefix("lat") || latitude.lowerKey.hasSuffix("lat") || latitude.has("latitude") {
      guard
        let longitude = columns.first(where: {
          $0.parent == latitude.parent
            && ($0.lowerKey.hasPrefix("lon") || $0.lowerKey.hasPrefix("lng") || $0.has("longitude", "_lng", "_lon"))
        })
      else { continue }
      let pairs = Array(zip(degrees(latitude), degrees(longitude)))
      let isSwapped = Self.order(pairs, zone, hint: true).isLatitudeFirst == false
      let (north, east) = isSwapped ? (longitude, latitude) : (latitude, longitude)
      add(
        "location.coordinate", .of(("latitude", .string(north.pointer)), ("longitude", .string(east.pointer))), isSwapped ? .low : .high,
        isSwapped
          ? "the values of \(latitude.key) and \(longitude.key) are possible only the other way round"
          : "\(table.share(degrees(latitude).count)) have \(latitude.key) and \(longitude.key), such as \(latitude.scalars[0]), \(longitude.scalars[0])"
      )
      return
    }
    for column in table.columns where !column.isInArray && column.depth > 0 {
      var pairs: [(Double, Double)] = []
      for array in column.arrays where array.count >= 2 && array.count <= 3 {
        if case .literal(let one) = array[0], case .literal(let other) = array[1], let one = Double(one), let other = Double(other) {
          pairs.append((one, other))
        }
      }
      for text in column.texts {
        let parts = text.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
        if parts.count == 2, let one = parts[0], let other = parts[1] { pairs.append((one, other)) }
      }
      guard !pairs.isEmpty, pairs.count * 10 >= (column.arrays.count + column.texts.count) * 9 else { continue }
      let isFraction = pairs.contains { $0.0 != $0.0.rounded() && $0.1 != $0.1.rounded() }
      guard column.has("coord", "geo", "position", "location", "lat", "point", "center") || isFraction,
        pairs.allSatisfy({ abs($0.0) <= 180 && abs($0.1) <= 180 })
      else { continue }
      let isGeoJSON = table["\(column.parent)/type"]?.texts.first == "Point"
      let order = Self.order(pairs, zone, hint: isGeoJSON ? false : nil)
      add(
        "location.coordinate",
        .of(
          ("pair", .string(column.pointer)), ("order", .string(order.isLatitudeFirst ? "latitude-longitude" : "longitude-latitude"))),
        order.confidence, "\(column.key) has pairs such as \(pairs[0].0), \(pairs[0].1); \(order.reason)")
      return
    }
  }

  /// Decides which number of pairs is the latitude.
  ///
  /// - Parameter hint: what the form of the feed says; nil if nothing.
  private static func order(
    _ pairs: [(Double, Double)], _ zone: Zone?, hint: Bool?
  ) -> (isLatitudeFirst: Bool, confidence: Confidence, reason: String) {
    if pairs.contains(where: { abs($0.0) > 90 }), pairs.allSatisfy({ abs($0.1) <= 90 }) { return (false, .high, "the first is over 90") }
    if pairs.contains(where: { abs($0.1) > 90 }), pairs.allSatisfy({ abs($0.0) <= 90 }) { return (true, .high, "the second is over 90") }
    if let hint { return (hint, .high, hint ? "the keys say which is which" : "GeoJSON has the longitude first") }
    if let zone, let winter = Instant(secondsSinceEpoch: 1_736_942_400) {
      // Fifteen degrees of longitude for an hour; zones differ from that by up to 30 degrees.
      let expected = Double(zone.offset(at: winter)) / 240
      func fits(_ value: Double) -> Bool { abs(value - expected) <= 30 }
      let (first, second) = (pairs.count { fits($0.0) }, pairs.count { fits($0.1) })
      if first != second {
        return (second > first, .medium, "the \(second > first ? "second" : "first") fits the longitude of the time zone")
      }
    }
    return (true, .low, "nothing says which is the latitude")
  }
}

// MARK: - Hours, contact, links

extension MappingProposal {
  private mutating func addHours(in table: RecordTable) {
    guard let hours = HoursProposal(in: table) else { return }
    add("hours", .object(hours.members), hours.confidence, hours.evidence.joined(separator: "; "))
  }

  private mutating func addAddresses(in table: RecordTable, _ used: inout Set<String>) {
    let texts = table.columns.filter { $0.depth > 0 && $0.depth <= 3 && !$0.isInArray && !$0.texts.isEmpty }
    let isPhone = { (text: String) in text.count(where: \.isNumber) >= 5 && text.utf8.count <= 40 }
    if let phone = texts.first(where: { $0.has("phone", "telephone") && $0.mostTexts(0.5, isPhone) }) {
      add("contact.phone", .string(phone.pointer), .high, "\(table.share(phone.texts.count)) have \(phone.key)")
    }
    if let email = texts.first(where: { $0.has("mail") && $0.mostTexts { $0.contains("@") } }) {
      add("contact.email", .string(email.pointer), .high, "\(table.share(email.texts.count)) have \(email.key)")
    }
    var links: [(rel: String, column: RecordTable.Column)] = []
    var images: [(role: String, pointer: String, key: String)] = []
    let isImageName = { (text: String) in [".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg"].contains { text.lowercased().hasSuffix($0) } }
    for column in texts
    where column.mostTexts(0.7, Self.isWeb) || column.has("image", "photo", "logo") && column.mostTexts(0.7, isImageName) {
      if column.has("logo", "icon") {
        images.append(("logo", column.pointer, column.key))
      } else if column.has("image", "photo", "picture", "thumb", "img") || column.mostTexts(0.7, isImageName) {
        images.append(("photo", column.pointer, column.key))
      } else if column.has("menu") {
        links.append(("menu", column))
      } else if column.has("order", "tapingo", "grubhub") {
        links.append(("order", column))
      } else if column.has("url", "web", "link", "href", "site", "page") {
        links.append(("website", column))
      }
    }
    for column in table.columns where column.depth > 0 && !column.isInArray && column.has("image", "photo", "picture") {
      let first = column.arrays.compactMap { array in if case .string(let text)? = array.first { text } else { nil } }
      if !first.isEmpty, first.allSatisfy(Self.isWeb) { images.append(("photo", "\(column.pointer)/0", column.key)) }
    }
    func array(_ key: String, _ items: [(String, String)]) -> JSONTree {
      .array(items.map { .of((key, .string($0.0)), ("href", .string($0.1))) })
    }
    if !links.isEmpty {
      let known = links.prefix(4)
      add(
        "links", array("rel", known.map { ($0.rel, $0.column.pointer) }), .medium,
        "\(known.map(\.column.key).joined(separator: ", ")): web addresses")
    }
    if !images.isEmpty {
      let known = images.prefix(4)
      add(
        "images", array("role", known.map { ($0.role, $0.pointer) }), .medium,
        "\(known.map(\.key).joined(separator: ", ")): addresses of images")
    }
  }
}
