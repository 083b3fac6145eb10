import FeedKit

extension MenusProposal {
  /// The key of the place to which the menus belong: a value around them, a part of the address, or a text to be written.
  func place(_ address: WebAddress?) -> Part {
    let link = "a registry file links it to a place (Docs/add-menus.md)"
    for index in levels.indices.prefix(menu + 1).reversed() {
      guard let column = Self.placeColumn(of: levels[index]) else { continue }
      let pointer = JSONTree.string(column.pointer)
      let rule: JSONTree = index == menu ? pointer : .of(("outer", pointer))
      let example = column.scalars[0]
      let isKey = !example.contains(where: \.isWhitespace) && example.lowercased() == example
      return Part(
        key: "place", rule: isKey ? rule : .of(("slug", .array([rule]))),
        evidence: "\(column.pointer.dropFirst()) names the place, \"\(example.prefix(40))\"; \(link)")
    }
    if let address, let (text, rule) = Self.part(of: address.description) {
      return Part(key: "place", rule: rule, confidence: .low, evidence: "\"\(text)\" in the address may be the key of the place; \(link)")
    }
    return Part(
      key: "place", rule: .of(("text", .string("canteen"))), confidence: .low,
      evidence: "the reply does not say whose menus these are: write a key of your own instead of \"canteen\"; \(link)")
  }

  /// Returns the column with the key of a place, or its name; nil if there is none.
  private static func placeColumn(of level: Level) -> RecordTable.Column? {
    let columns = level.table.columns.filter { column in
      guard column.depth <= Limit.valueDepth, !column.isElement, !column.scalars.isEmpty, !column.has(.address), !column.has(.picture),
        column.scalars.allSatisfy({ $0.utf8.count <= Length.label })
      else { return false }
      if KeyHint.placesOfMenus.matches(column.key) { return column.depth == 1 || column.has(.reference) || column.has(.nameOrTitle) }
      let above = column.parent.split(separator: "/").last.map(String.init) ?? ""
      return KeyHint.placesOfMenus.matches(above) && (column.has(.recordID) || column.has(.reference) || column.has(.nameOrTitle))
    }
    return columns.first { $0.has(.recordID) || $0.has(.reference) } ?? columns.first
  }

  /// Returns the part of an address that may be the key of a place, with its rule; nil if none does.
  private static func part(of address: String) -> (text: String, rule: JSONTree)? {
    guard let scheme = address.firstRange(of: "://"), let path = address[scheme.upperBound...].firstIndex(of: "/") else { return nil }
    let (route, query) = (address[path...].prefix { $0 != "?" }, address[path...].drop { $0 != "?" }.dropFirst())
    for parameter in query.split(separator: "&") {
      guard let equals = parameter.firstIndex(of: "="), KeyHint.placesAround.matches(String(parameter[..<equals])) else { continue }
      let value = parameter[parameter.index(after: equals)...]
      if let rule = AddressPart.rule(for: value, in: address) { return (String(value), rule) }
    }
    let segments = route.split(separator: "/").map { $0.prefix { $0 != "." } }.filter { !$0.isEmpty }
    func isDate(_ text: Substring) -> Bool {
      let numbers = text.split { !$0.isNumber }
      return text.contains("{") || numbers.count == 3 || numbers.count == 1 && numbers[0].count == 4 && numbers[0].hasPrefix("20")
    }
    var likely: [Substring] = []
    for (index, segment) in segments.enumerated() where index > 0 && KeyHint.placesAround.matches(String(segments[index - 1])) {
      likely.append(segment)
    }
    if let date = segments.firstIndex(where: isDate), date > 0 { likely.append(segments[date - 1]) }
    if let last = segments.last, last.allSatisfy(\.isNumber), !segments.dropLast().contains(where: isDate) { likely.append(last) }
    for part in likely where !isDate(part) && !KeyHint.wordsOfAddresses.matches(String(part)) {
      if let rule = AddressPart.rule(for: part, in: address) { return (String(part), rule) }
    }
    return nil
  }
}
