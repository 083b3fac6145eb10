public import FeedKit
import FeedMapping

/// The rules for menus that find nothing in any reply, such as a pointer with a typo.
struct EmptyMenuRules {
  /// One sentence for each rule: its pointer in the mapping, what it does not find, and what there is instead.
  private(set) var messages: [String] = []

  /// A value with those around it, the innermost first.
  private typealias Scope = [JSONTree]

  /// - Parameters:
  ///   - mapping: the mapping as JSON.
  ///   - replies: the replies that it reads.
  init(of mapping: JSONTree, in replies: [JSONTree]) {
    guard let menus = mapping["menus"] else { return }
    var scopes: [Scope] = replies.map { [$0] }
    if let records = mapping["records"] { scopes = rows(of: records, in: scopes, at: "/records", "reply") }
    if scopes.isEmpty { return }
    let found = rows(of: menus["each"], in: scopes, at: "/menus/each", "record")
    check(menus, ["place", "date"], in: found, "/menus", "menu")
    if let meal = menus["meal"] { check(meal, ["name", "from", "to"], in: found, "/menus/meal", "menu") }
    let rules = menus["dishes"].map { rule in
      rule.elements.map { $0.enumerated().map { ("/menus/dishes/\($0)", $1) } } ?? [("/menus/dishes", rule)]
    }
    // Of several lists of dishes, some may be absent.
    let isOnly = rules?.count == 1
    for (pointer, rule) in rules ?? [] {
      let dishes =
        isOnly ? rows(of: rule["each"], in: found, at: "\(pointer)/each", "menu") : rule["each"].map { quietRows(of: $0, in: found) } ?? []
      check(rule, ["name", "section", "notes", "labels"], in: dishes, pointer, "dish")
      let prices = rule["prices"].map { prices in
        prices.elements.map { $0.enumerated().map { ("\(pointer)/prices/\($0)", $1) } } ?? [("\(pointer)/prices", prices)]
      }
      for (place, price) in prices ?? [] { check(price, ["amount"], in: dishes, place, "dish") }
    }
  }

  /// Returns the rows that a rule finds, and adds a message if there are none.
  private mutating func rows(of rule: JSONTree?, in scopes: [Scope], at place: String, _ kind: String) -> [Scope] {
    guard let rule else { return scopes }
    if rule["first"] != nil { return quietRows(of: rule, in: scopes) }
    let levels = rule.elements ?? [rule]
    var found = scopes
    for (index, level) in levels.enumerated() {
      let next = quietRows(of: level, in: found)
      guard next.isEmpty, !found.isEmpty else {
        found = next
        continue
      }
      // An empty list is there.
      let pointer = level.string ?? level["one"]?.string ?? ""
      if !found.contains(where: { Self.has(pointer, $0[0]) }) {
        add(pointer, in: found, at: rule.elements == nil ? place : "\(place)/\(index)", index == 0 ? kind : "row", isList: true)
      }
      return []
    }
    return found
  }

  private func quietRows(of rule: JSONTree, in scopes: [Scope]) -> [Scope] {
    if let alternatives = rule["first"]?.elements {
      return alternatives.lazy.map { quietRows(of: $0, in: scopes) }.first { !$0.isEmpty } ?? []
    }
    if let levels = rule.elements { return levels.reduce(scopes) { quietRows(of: $1, in: $0) } }
    let isOne = rule["one"] != nil
    guard let pointer = rule.string ?? rule["one"]?.string else { return [] }
    var found: [Scope] = []
    for scope in scopes {
      guard let value = scope[0].value(at: JSONPointer.tokens(pointer)[...]), !value.isNull else { continue }
      let rows = isOne ? [value] : value.children.map(\.value)
      for row in rows where found.count < Limit.records { found.append([row] + scope) }
    }
    return found
  }

  /// Adds a message for each of some members of a rule that finds nothing in any scope.
  private mutating func check(_ rule: JSONTree, _ keys: [String], in scopes: [Scope], _ place: String, _ kind: String) {
    guard !scopes.isEmpty else { return }
    for key in keys {
      guard let value = rule[key], let pointers = Self.pointers(of: value) else { continue }
      let isFound = scopes.contains { scope in
        pointers.contains { pointer, isOuter in
          (isOuter ? scope.dropFirst() : scope.prefix(1)).contains { Self.has(pointer, $0) } || pointer.isEmpty
        }
      }
      if !isFound, let first = pointers.first { add(first.pointer, in: scopes, at: "\(place)/\(key)", kind, isOuter: first.isOuter) }
    }
  }

  private static func has(_ pointer: String, _ value: JSONTree) -> Bool {
    value.value(at: JSONPointer.tokens(pointer)[...]).map { !$0.isNull } ?? false
  }

  /// Returns the pointers of a rule, one of which has to find something; nil if it has others.
  private static func pointers(of rule: JSONTree) -> [(pointer: String, isOuter: Bool)]? {
    if let pointer = rule.string { return [(pointer, false)] }
    if let elements = rule.elements {
      let found = elements.map(pointers)
      return found.isEmpty || found.contains { $0 == nil } ? nil : found.flatMap { $0 ?? [] }
    }
    if let outer = rule["outer"]?.string { return [(outer, true)] }
    for key in ["each", "split", "html", "slug", "date", "of"] {
      if let inner = rule[key] { return pointers(of: inner) }
    }
    return nil
  }

  private mutating func add(
    _ pointer: String, in scopes: [Scope], at place: String, _ kind: String, isOuter: Bool = false, isList: Bool = false
  ) {
    let count = scopes.count.counted(kind, kind == "dish" ? "dishes" : kind == "reply" ? "replies" : "\(kind)s")
    var advice = ""
    if !isOuter, !isList, scopes.contains(where: { $0.dropFirst().contains { Self.has(pointer, $0) } }) {
      advice = "; it is further out, so write {\"outer\": \"\(pointer)\"}"
    } else if let keys = scopes.lazy.map({ $0[0].memberKeys }).first(where: { !$0.isEmpty }) {
      advice = "; the first has \(keys.prefix(8).map { "\"/\(JSONPointer.escape($0))\"" }.joined(separator: ", "))"
    }
    messages.append("\(place): \"\(pointer)\" finds nothing\(isOuter ? " around" : " in") \(count)\(advice)")
  }
}

extension AdapterTrial {
  /// Returns a sentence for each rule of a mapping for menus that finds nothing in the replies: its pointer in the mapping, and what there is
  /// instead.
  public func emptyMenuRules(of adapter: any FeedAdapter) -> [String] {
    guard let mapping = (adapter as? MappingAdapter)?.mapping, let rules = JSONTree(parsing: Array(mapping.text.utf8)) else { return [] }
    return EmptyMenuRules(of: rules, in: trees).messages
  }
}

extension JSONTree {
  fileprivate subscript(key: String) -> JSONTree? {
    if case .object(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  fileprivate var isNull: Bool { if case .literal("null") = self { true } else { false } }

  /// The keys of an object; empty for other values.
  fileprivate var memberKeys: [String] { if case .object(let members) = self { members.map(\.key) } else { [] } }
}
