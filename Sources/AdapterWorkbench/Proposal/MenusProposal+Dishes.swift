import Basics
import CampusCatalog
import FeedKit

extension MenusProposal {
  /// Returns the column with the names of dishes; nil if there is none.
  static func dishName(in table: RecordTable) -> RecordTable.Column? {
    let direct = table.columns.filter { $0.depth == 1 && !$0.isElement && !$0.texts.isEmpty }
    let names = (KeyHint.names.prefix(2) + KeyHint.eventNames).lazy.compactMap { hint in
      direct.filter { $0.has(hint) }.max { $0.texts.count < $1.texts.count }
    }
    if let name = names.first ?? direct.first(where: { $0.has(.dishName) && !$0.mostTexts(.most, isMeal) }) { return name }
    // An element of XML with attributes.
    if let text = direct.first(where: { $0.pointer == "/#text" }) { return text }
    return table.columns.first { $0.depth == 2 && !$0.isElement && !$0.texts.isEmpty && KeyHint.names[0].matches($0.key) }
  }

  /// Adds the rules for the dishes, and what their labels and prices need.
  ///
  /// - Parameters:
  ///   - each: the rule for their list.
  ///   - section: the rule for the name of their section; nil if it is not around them.
  ///   - depth: the number of lists around the first level.
  mutating func addDishes(_ dishes: RecordList, each: JSONTree, section: JSONTree?, from depth: Int) {
    let table = levels[levels.count - 1].table
    guard let name = Self.dishName(in: table) else { return }
    var labels = DishLabels(isXML: isXML)
    var (prices, currency) = priceRules(table)
    var (wholeAmounts, problem) = (prices.wholeAmounts, prices.problem)
    let siblings = siblings(of: dishes)
    let own = siblings.first.flatMap { Self.name(of: dishes, besides: $0) }
    var rules = [Self.rule(for: table, name, each: each, section: section ?? own, prices: prices.rules, &labels)]
    var evidence = ["\(dishes.count.counted("dish", "dishes")) in \(Self.pointer(dishes, from: depth)), \(name.key) is the name"]
    for other in siblings {
      let table = Self.table(other)
      guard let name = Self.dishName(in: table), let pointer = other.levels.last else { continue }
      let lists = levels.dropFirst(menu + 1).dropLast().map { JSONTree.string($0.pointer) } + [.string(pointer)]
      let key = section ?? Self.name(of: other, besides: dishes) ?? JSONPointer.tokens(pointer).last.map { .of(("text", .string($0))) }
      let (others, code) = priceRules(table)
      if let code, let known = currency, code.code != known.code {
        (currency, prices.rules) = (nil, [])
        problem = "prices were left out: they are in \(known.code) and \(code.code)"
      }
      problem = problem ?? others.problem
      wholeAmounts = wholeAmounts ?? others.wholeAmounts
      rules.append(Self.rule(for: table, name, each: Self.list(lists), section: key, prices: others.rules, &labels))
      evidence.append("\(other.count) in \(Self.pointer(other, from: depth))")
    }
    evidence += labels.remarks
    if labels.mayMissAllergens { rules = rules.map(Self.withoutAllAllergens) }
    if let problem { evidence.append(problem) }
    if currency == nil, !prices.rules.isEmpty { evidence.append("prices were left out: their currency is unknown, so write \"currency\"") }
    if currency == nil { rules = rules.map { $0.filter { $0.key != "prices" } } }
    if labels.isEmpty { evidence.append("no labels were found") }
    if let codes = Self.codesInBrackets(table) { evidence.append("labels in brackets are not read: \(codes)") }
    let texts = levels[menu].columns.filter { $0.has(.dishTexts) && $0.arrays.contains { $0.contains { $0.string != nil } } }
    if let list = texts.first { evidence.append("\(list.pointer) is a list of texts: add a rule with \"name\": \"\" if these are dishes") }
    if currency == nil { wholeAmounts = nil }
    let unread = unread(in: table, rules)
    if !unread.isEmpty { evidence.append("not read: \(unread.prefix(Limit.unreadKeys).joined(separator: ", "))") }
    if let wholeAmounts {
      evidence.append(
        "all amounts of \(wholeAmounts) look like cents: if they are, leave \"prices\" out, because a mapping cannot divide them")
    }
    parts.append(
      Part(
        key: "dishes", rule: Self.list(rules.map { .object($0) }), confidence: wholeAmounts == nil ? .medium : .low,
        evidence: evidence.joined(separator: "; ")))
    if !labels.isEmpty { parts.append(labels.codes(lists: lists, levels: levels)) }
    guard let currency, !prices.rules.isEmpty else { return }
    parts.append(Part(key: "currency", rule: .string(currency.code), evidence: currency.evidence))
    if prices.hasComma { parts.append(Part(key: "decimal", rule: .string(","), evidence: "amounts have a comma")) }
  }

  /// Returns the keys of dishes that no rule reads, except ids and what no menu has.
  private func unread(in table: RecordTable, _ rules: [[(key: String, value: JSONTree)]]) -> [String] {
    let read = (parts.map(\.rule) + rules.map { .object($0) }).map(\.text).joined()
    return table.columns.filter { column in
      column.depth == 1 && !column.isElement && !column.has(.recordID) && !column.has(.reference) && !column.has(.address)
        && !column.has(.picture) && !column.has(.recordKeeping) && !column.has(.currency) && !column.has(.placesOfMenus)
        && (!column.scalars.isEmpty || column.flags > 0 || column.arrays.contains { !$0.isEmpty } || !column.objects.isEmpty)
        && !read.contains("\"\(column.pointer)\"") && !read.contains("\"\(column.pointer)/")
    }.map { String($0.pointer.dropFirst()) }
  }

  /// Returns a rule for dishes whose labels do not have all allergens.
  private static func withoutAllAllergens(_ rule: [(key: String, value: JSONTree)]) -> [(key: String, value: JSONTree)] {
    rule.flatMap { $0.key == "labels" ? [$0, ("allergensStated", .literal("false"))] : [$0] }
  }

  /// Returns an example of labels at the end of names or notes, "(A, G)"; nil if there are none.
  private static func codesInBrackets(_ table: RecordTable) -> String? {
    let texts = table.columns.filter { $0.depth == 1 && ($0.has(.nameOrTitle) || $0.has(.dishNotes)) }.flatMap { column in
      column.texts + column.arrays.flatMap(\.self).compactMap(\.string)
    }
    let codes = texts.compactMap { $0.firstMatch(of: #/\(([^()]*)\)\s*$/#) }.filter { match in
      match.1.split(separator: ",").allSatisfy { (1...3).contains($0.trimmed.count) }
    }
    return codes.first.map { "\"\($0.0.prefix(40))\"" }
  }

  private static func pointer(_ list: RecordList, from depth: Int) -> String {
    let pointer = list.levels.dropFirst(depth).joined()
    return pointer.isEmpty ? "the reply" : pointer
  }

  /// Returns what the key around a list says, "soups" for "/soups/dish" beside "/mains/dish"; nil if there is none around it.
  private static func name(of list: RecordList, besides other: RecordList) -> JSONTree? {
    let (tokens, others) = (JSONPointer.tokens(list.levels.last ?? ""), JSONPointer.tokens(other.levels.last ?? ""))
    guard tokens.count > 1, tokens.last == others.last, let name = tokens.last(where: { !others.contains($0) }) else { return nil }
    return .of(("text", .string(name)))
  }

  /// Returns the other lists of dishes beside a list, which are of the same form.
  private func siblings(of dishes: RecordList) -> [RecordList] {
    guard menu < levels.count - 1, dishes.levels.last != "" else { return [] }
    let keys = Set(levels[levels.count - 1].columns.map(\.key))
    return lists.filter { other in
      guard other.levels != dishes.levels, other.levels.count == dishes.levels.count, other.levels.dropLast() == dishes.levels.dropLast(),
        Self.dishName(in: Self.table(other)) != nil
      else { return false }
      let others = Self.table(other).columns.filter { $0.depth == 1 && !$0.isElement }.map(\.key)
      return others.count > 1 && others.count { keys.contains($0) }.isAtLeast(.half, of: others.count)
    }
  }

  private static func rule(
    for table: RecordTable, _ name: RecordTable.Column, each: JSONTree, section: JSONTree?, prices: [JSONTree], _ labels: inout DishLabels
  ) -> [(key: String, value: JSONTree)] {
    var rule: [(key: String, value: JSONTree)] = [("each", each)]
    if name.depth > 1 { rule.append(("drop", .of(("at", .string(name.pointer)), ("is", .literal("null"))))) }
    let own = section == nil ? sectionColumn(of: table, besides: name) : nil
    if let section = section ?? own.map({ .string($0.pointer) }) { rule.append(("section", section)) }
    rule.append(("name", .string(name.pointer)))
    let found = labels.add(from: table, besides: name)
    let notes = table.columns.filter { column in
      column.depth == 1 && !column.isElement && column.has(.dishNotes) && !labels.used.contains(column.pointer)
        && (!column.texts.isEmpty || column.arrays.contains { $0.contains { $0.string != nil } })
    }
    if !notes.isEmpty { rule.append(("notes", .array(notes.map { .string($0.pointer) }))) }
    if !found.isEmpty { rule.append(("labels", list(found))) }
    if !prices.isEmpty { rule.append(("prices", list(prices))) }
    return rule
  }

  /// Returns the column with the counter or course of dishes; nil if there is none.
  private static func sectionColumn(of table: RecordTable, besides name: RecordTable.Column) -> RecordTable.Column? {
    table.columns.first { column in
      column.depth == 1 && !column.isElement && column.has(.dishSection) && column.pointer != name.pointer
        && column.texts.count.isAtLeast(.half, of: table.count) && column.texts.allSatisfy { $0.utf8.count <= Length.label }
    }
  }

  // MARK: - Prices

  /// The rules for prices.
  struct Prices {
    var rules: [JSONTree] = []
    /// The prices that were left out, and why; nil if there are none.
    var problem: String?
    var hasComma = false
    /// A column whose amounts may be cents, with an example; nil if there is none.
    var wholeAmounts: String?
  }

  /// The least amount without decimals that may be in cents.
  private static let leastCents = 100

  /// Returns whether a part of a price is what it is for, such as "100g".
  private static func isQuantity(_ text: Substring) -> Bool {
    text.lowercased().wholeMatch(of: #/\s*(?:[a-z]+ )?[0-9]+(?:[.,][0-9]+)?\s*(?:g|gr|kg|mg|ml|cl|dl|l|oz|lb)\.?\s*/#) != nil
  }

  /// Returns a column whose amounts are all so large that they may be cents, with an example; nil if it has others.
  private static func wholeAmounts(_ column: RecordTable.Column) -> String? {
    let amounts = column.scalars.filter { $0 != "0" && $0.contains(where: \.isNumber) }
    guard let first = amounts.first, amounts.allSatisfy({ Int($0).map { $0 >= leastCents } ?? false }) else { return nil }
    return "\(column.key), such as \(first),"
  }

  private static let roles: [(role: String, hint: KeyHint)] = [
    ("student", KeyHint(["stud", "étud", "etud", "opiskelija"])),
    ("employee", KeyHint(["employ", "staff", "bedienst", "mitarb", "personal", "dipendent"])),
    ("pupil", KeyHint(["pupil", "schueler", "schüler"])),
    ("guest", KeyHint(["guest", "other", "extern", "gaest", "gäst", "gast", "visitor", "ospit"])),
  ]

  /// Returns the rules for prices, and their currency.
  private func priceRules(_ table: RecordTable) -> (prices: Prices, currency: (code: String, evidence: String)?) {
    var prices = Prices()
    let columns = table.columns.filter { column in
      column.depth <= Limit.textDepth && !column.isElement && !column.scalars.isEmpty
        && (KeyHint.price.matches(column.pointer) || column.has(.price))
        && !column.has(.reference) && !column.has(.quantity) && !column.has(.priceChange) && !(column.depth > 1 && column.has(.roleOfPrice))
        && column.scalars.count { $0.contains(where: \.isNumber) }.isAtLeast(.half, of: column.scalars.count)
    }
    var texts = columns.flatMap(\.texts)
    // Whose several prices in one text are is not in the reply.
    func isSeveral(_ text: String) -> Bool {
      text.split(separator: "/").count { $0.contains(where: \.isNumber) && !Self.isQuantity($0) } > 1
    }
    let several = columns.filter { $0.texts.contains(where: isSeveral) }
    if let column = several.first {
      let example = column.texts.first(where: isSeveral) ?? ""
      prices.problem =
        "prices were left out: \(column.key) has several in one text, \"\(example.prefix(40))\", and does not say who pays which: write \"roles\""
    }
    var known: [(role: String?, column: RecordTable.Column)] = []
    for column in columns where !several.contains(where: { $0.pointer == column.pointer }) {
      let keys = [column.key] + column.parent.split(separator: "/").map(String.init)
      let role = Self.roles.first { role in keys.contains { role.hint.matches($0) } }?.role
      known.append((role, column))
    }
    // The parts of a price by weight.
    var groups: [(role: String?, columns: [RecordTable.Column])] = []
    for (role, column) in known {
      if role == nil, let other = Self.roleColumn(beside: column, in: table) {
        let verb = other.mostTexts(.most, Self.isRole) ? "says" : "may say"
        prices.problem =
          "the prices of \(column.pointer.dropFirst()) were left out: \(other.key) \(verb) who pays them, such as \"\(other.scalars[0].prefix(20))\", which may differ"
        continue
      }
      let index = groups.firstIndex { group in
        group.role == role && group.columns[0].parent == column.parent
          && (role != nil || group.columns[0].has(.priceOfUnit) != column.has(.priceOfUnit))
      }
      if let index {
        groups[index].columns.append(column)
      } else {
        groups.append((role, [column]))
      }
    }
    let unclear = groups.filter { $0.role == nil }
    // One of "price1" and so on is not for everybody.
    if groups.count > 1 && !unclear.isEmpty || unclear.contains(where: { $0.columns[0].key.last?.isNumber == true }) {
      groups.removeAll { $0.role == nil }
      let keys = unclear.map { $0.columns[0].key }.joined(separator: ", ")
      prices.problem = "the prices of \(keys) were left out: nothing says who pays them, so write their \"role\""
    }
    prices.wholeAmounts = groups.lazy.flatMap(\.columns).compactMap(Self.wholeAmounts).first
    for group in groups {
      var members: [(String, JSONTree?)] = [("role", group.role.map { .string($0) })]
      let unit = table.columns.first { $0.parent == group.columns[0].parent && $0.has(.quantity) && !$0.texts.isEmpty }
      if let amount = group.columns.first(where: { $0.has(.priceOfUnit) }), let unit {
        let base = group.columns.filter { !$0.has(.priceOfUnit) }.min { $0.key.count < $1.key.count }
        members += [("amount", .string(amount.pointer)), ("base", base.map { .string($0.pointer) }), ("per", .string(unit.pointer))]
      } else {
        let amount = group.columns.filter { !$0.has(.priceOfUnit) }.min { $0.key.count < $1.key.count } ?? group.columns[0]
        let pointer = JSONTree.string(amount.pointer)
        if amount.texts.contains(where: { $0.split(separator: "/").dropFirst().contains(where: Self.isQuantity) }) {
          // "1,20 / 100g" is a price by weight.
          members += [("amount", .of(("before", .string("/")), ("of", pointer))), ("per", .of(("after", .string("/")), ("of", pointer)))]
        } else {
          members.append(("amount", pointer))
        }
      }
      prices.rules.append(.of(members))
    }
    let lists = rolesInLists(table)
    prices.wholeAmounts = prices.wholeAmounts ?? lists.wholeAmounts
    prices.rules += lists.rules
    if let problem = lists.problem { prices.problem = problem }
    texts += lists.texts
    prices.hasComma =
      texts.contains { $0.contains(#/[0-9],[0-9]{2}(?![0-9])/#) } && !texts.contains { $0.contains(#/[0-9]\.[0-9]{2}(?![0-9])/#) }
    let joined = texts.joined(separator: " ")
    let signs = [("\u{20AC}", "EUR"), ("EUR", "EUR"), ("\u{A3}", "GBP"), ("CHF", "CHF"), ("$", "USD"), ("Euro", "EUR")]
    let sign = signs.first { joined.contains($0.0) }
    let stated = UniqueTexts(currencyTexts(table, isSigned: sign != nil)).texts
    if let text = stated.first {
      let code = signs.first { $0.0 == text }?.1 ?? text.uppercased()
      // Several currencies have the sign "$".
      if stated.count == 1, Price.isCurrency(code), sign.map({ $0.1 == code || $0.0 == "$" }) ?? true {
        return (prices, (code, "the reply says \(text)"))
      }
      let example = (stated + (sign.map { [$0.0] } ?? [])).prefix(3).map { "\"\($0.prefix(20))\"" }.joined(separator: ", ")
      prices.problem = "prices were left out: the reply says \(example) for their currency"
      prices.rules = []
      return (prices, nil)
    }
    if let sign { return (prices, (sign.1, "prices have the sign \(sign.0)")) }
    guard !prices.rules.isEmpty else { return (prices, nil) }
    return (prices, zone.flatMap { zone in Self.currencies[zone.name].map { ($0, "it is the currency of \(zone.name)") } })
  }

  /// Returns the currencies that dishes, their lists of prices, and values around them state, and those beside amounts: "45 SEK".
  private func currencyTexts(_ table: RecordTable, isSigned: Bool) -> [String] {
    let prices = table.columns.filter { KeyHint.price.matches($0.pointer) }
    let elements = RecordTable(prices.flatMap(\.arrays).flatMap(\.self).filter(\.isObject))
    let columns = levels.flatMap(\.table.columns) + table.columns + elements.columns
    let amounts = isSigned ? [] : (prices + elements.columns).flatMap(\.texts)
    return columns.filter { $0.depth <= Limit.textDepth && $0.has(.currency) }.flatMap(\.texts)
      + amounts.compactMap { $0.firstMatch(of: #/[0-9]\s*([A-Z]{3}|kr|zł|Kč|Ft|lei|\p{Sc})\.?$|^([A-Z]{3}|\p{Sc})\s*[0-9]/#) }
      .compactMap { ($0.1 ?? $0.2).map(String.init) }
  }

  /// Returns whether a text says who pays a price.
  static func isRole(_ text: String) -> Bool { roles.contains { $0.hint.matches(text) } }

  /// Returns the column beside a price that says who pays it; nil if there is none. In an object of a price, any text may.
  private static func roleColumn(beside column: RecordTable.Column, in table: RecordTable) -> RecordTable.Column? {
    func around(_ pointer: String) -> Substring { pointer[..<(pointer.lastIndex(of: "/") ?? pointer.startIndex)] }
    let object = around(column.pointer)
    let isOfPrice = KeyHint.price.matches(String(object))
    return table.columns.first { other in
      guard around(other.pointer) == object, other.pointer != column.pointer, !other.isElement, !other.scalars.isEmpty else { return false }
      // The category of a dish may be "other".
      if other.mostTexts(.most, { isRole($0) && (isOfPrice || !$0.lowercased().contains("other")) }) {
        return isOfPrice || !(other.has(.nameOrTitle) || other.has(.placesOfMenus) || other.has(.eventDetail))
      }
      return isOfPrice && !other.has(.priceChange) && !other.has(.currency) && !other.has(.quantity)
        && (other.has(.roleOfPrice) || !other.texts.isEmpty && !other.texts.contains { $0.contains(where: \.isNumber) })
    }
  }

  /// Returns the rules for lists of prices that name who pays them: `[{"role": "Students", "amount": "2,50"}, …]`.
  private func rolesInLists(_ table: RecordTable) -> (rules: [JSONTree], texts: [String], problem: String?, wholeAmounts: String?) {
    for column in table.columns where column.depth <= Limit.valueDepth && !column.isElement && KeyHint.price.matches(column.key) {
      let elements = column.arrays.flatMap(\.self).filter(\.isObject)
      guard !elements.isEmpty else { continue }
      let columns = RecordTable(elements).columns.filter { $0.pointer.filter { $0 == "/" }.count == 1 && !$0.isElement }
      guard
        let amount = columns.first(where: { $0.scalars.count { $0.contains(where: \.isNumber) } == $0.scalars.count && !$0.scalars.isEmpty }
        ),
        let role = columns.first(where: { $0.mostTexts(.half, Self.isRole) })
          ?? columns.first(where: { $0.pointer != amount.pointer && !$0.texts.isEmpty && !$0.has(.priceChange) && !$0.has(.currency) })
      else { continue }
      var rules: [JSONTree] = []
      var unknown: [String] = []
      var known: Set<String> = []
      for text in UniqueTexts(role.texts).texts {
        guard let name = Self.roles.first(where: { $0.hint.matches(text) })?.role else {
          unknown.append(text)
          continue
        }
        guard known.insert(name).inserted else { continue }
        let other = JSONTree.of(
          ("other", .string(amount.pointer)), ("where", .string(role.pointer)), ("is", .of(("text", .string(text)))),
          ("within", .string(column.pointer)))
        rules.append(.of(("role", .string(name)), ("amount", other)))
      }
      let names = unknown.prefix(3).map { "\"\($0.prefix(20))\"" }.joined(separator: ", ")
      let problem = unknown.isEmpty ? nil : "the prices of \(names) were left out: write their \"role\", if there is one"
      return (rules, amount.texts, problem, rules.isEmpty ? nil : Self.wholeAmounts(amount))
    }
    return ([], [], nil, nil)
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
