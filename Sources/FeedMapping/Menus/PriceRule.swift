import Basics
import FeedKit

/// A rule for a price of a dish: `{"role": "student", "amount": "/prices/students"}`, or for several in one text, whose order it states:
/// `{"roles": ["student", "employee", "guest"], "amount": "/price", "by": "/"}` for "2,60 / 6,30 / 6,95".
///
/// An amount may have several places, `["/promotion", "/price"]`: the first that has a price counts; zero and a dash are none.
///
/// With `per`, the amount is for a quantity such as "100g", and `base` is added to it. A base without an amount is the price.
struct PriceRule: Sendable {
  /// The rules for the amount, of which the first that finds a price counts.
  private let amounts: [TextRule]
  /// The same for a fixed part; nil if there is none.
  private let bases: [TextRule]?
  private let per: TextRule?
  /// The role of each part of the text; nil for everybody.
  private let roles: [Price.Role?]
  /// The text between the parts; nil if there is only one.
  private let separator: String?
  private let currency: String
  /// What the feed writes before decimals; nil if unknown.
  private let decimal: Character?

  init(reading value: JSONValue, currency: String?, decimal: Character?) throws(JSONFieldError) {
    guard value.isObject else {
      throw value.fault(.type, "expected an object such as {\"role\": \"student\", \"amount\": \"/price\"}, found \(value.kind)")
    }
    var members = value.members
    while let member = members.next() {
      guard let role = Price.Role(rawValue: member.key) else { continue }
      throw member.value.fault(
        .unknownKey,
        "\"\(role.rawValue)\" is a role; write {\"role\": \"\(role.rawValue)\", \"amount\": \"/price\"}, in a list if there are several")
    }
    try value.expectOnly(["amount", "role", "roles", "by", "base", "per"])
    guard let currency else { throw value.fault(.missing, "prices need the \"currency\" of the menus") }
    (self.currency, self.decimal) = (currency, decimal)
    amounts = try value.required("amount", Self.rules)
    bases = try value.optional("base", Self.rules)
    per = try value.optionalRule("per")
    if bases != nil, per == nil { throw value.fault(.missing, "\"base\" is added to a price by quantity, and needs \"per\"") }
    if let list = value["roles"] {
      if let role = value["role"] { throw role.fault(.value, "either \"role\" or \"roles\"") }
      guard bases == nil, per == nil else { throw list.fault(.value, "prices in one text have no \"base\" and \"per\"") }
      let roles = try list.values { (role) throws(JSONFieldError) in try Self.role(role) }
      guard roles.count > 1, Set(roles).count == roles.count else { throw list.fault(.value, "expected at least two different roles") }
      (self.roles, separator) = (roles, try value["by"]?.nonEmptyText() ?? "/")
    } else {
      if let separator = value["by"] { throw separator.fault(.value, "\"by\" needs \"roles\"") }
      (roles, separator) = ([try value.optional("role", Self.role)], nil)
    }
  }

  private static func rules(_ value: JSONValue) throws(JSONFieldError) -> [TextRule] {
    try value.asList { (rule) throws(JSONFieldError) in try TextRule(reading: rule) }
  }

  private static func role(_ value: JSONValue) throws(JSONFieldError) -> Price.Role {
    let known = Price.Role.allCases.map(\.rawValue).joined(separator: ", ")
    let text = try value.line()
    guard let role = Price.Role(rawValue: text) else {
      let near = Price.Role.allCases.map(\.rawValue).first { text.lowercased().hasPrefix($0) }
      let advice =
        (near ?? SpellingSuggestion.of(text, among: Price.Role.allCases.map(\.rawValue))).map { "; did you mean \"\($0)\"?" } ?? ""
      throw value.fault(.value, "\"\(text.prefix(60))\" is not one of \(known)\(advice)")
    }
    return role
  }

  /// Adds the prices of a dish. One that cannot be read is left out, with a note.
  func add(to prices: inout [Price], in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) {
    guard let text = text(amounts, in: scope, &notes) else { return }
    if let separator {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      if isNone(text) { return }
      guard parts.count == roles.count else {
        return notes.add(
          .menuPrice, at: scope.value.pointer,
          "\"\(text.prefix(60))\" has \(parts.count.counted("price")) and the mapping \(roles.count) roles; left out")
      }
      for (role, part) in zip(roles, parts) {
        if let amount = read(String(part), in: scope, &notes) { add(to: &prices, role, amount) }
      }
      return
    }
    guard let bases else {
      guard let amount = read(text, in: scope, &notes) else { return }
      return add(to: &prices, roles[0], amount, per: try quantity(in: scope, &notes), isByQuantity: false, in: scope, &notes)
    }
    let amount = price(text)
    guard let fixed = self.text(bases, in: scope, &notes) else { return }
    // With only a part of the price, the dish would look cheaper than it is.
    guard amount != nil, price(fixed) != nil else {
      _ = read(amount == nil ? text : fixed, in: scope, &notes)
      return
    }
    guard let variable = read(text, in: scope, &notes) else {
      if let only = read(fixed, in: scope, &notes) { add(to: &prices, roles[0], only) }
      return
    }
    add(
      to: &prices, roles[0], variable, per: try quantity(in: scope, &notes), base: read(fixed, in: scope, &notes), isByQuantity: true,
      in: scope, &notes)
  }

  /// Returns the text of the first rule that finds more than zero or a dash; empty if none does, and nil if one of them may have found
  /// some: a value that is not text is left out, with a note.
  private func text(_ rules: [TextRule], in scope: borrowing Scope, _ notes: inout RecordNotes) -> String? {
    var areRead = true
    for rule in rules {
      do throws(JSONFieldError) {
        let text = try rule.line(in: scope, &notes) ?? ""
        if !isNone(text) { return text }
        if text.isEmpty, let fault = rule.fault(in: scope) { throw fault }
      } catch {
        areRead = false
        notes.add(ReasonCode(error.code), at: error.pointer, "\(error.message); left out")
      }
    }
    return areRead ? "" : nil
  }

  private func isNone(_ text: String) -> Bool {
    if price(text) == PriceText.none { return true }
    guard let separator else { return false }
    return text.split(separator: separator, omittingEmptySubsequences: false).allSatisfy { price(String($0)) == PriceText.none }
  }

  private func price(_ text: String) -> PriceText? { PriceText(text, currency: currency, decimal: decimal) }

  /// Returns an amount; nil if there is none, or, with a note, if the text is not a price.
  private func read(_ text: String, in scope: borrowing Scope, _ notes: inout RecordNotes) -> String? {
    switch price(text) {
    case .amount(let amount): return amount
    case .some(.none): return nil
    case nil:
      notes.add(.menuPrice, at: scope.value.pointer, "\"\(text.prefix(60))\" is not a price in \(currency); left out")
      return nil
    }
  }

  /// What is known about the quantity that a price is for.
  private enum Unit {
    case none
    case known(QuantityText)
    case unreadable(String)
  }

  private func quantity(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> Unit {
    guard let stated = try per?.line(in: scope, &notes) else { return .none }
    return QuantityText(stated, decimal: decimal).map { .known($0) } ?? .unreadable(stated)
  }

  private func add(to prices: inout [Price], _ role: Price.Role?, _ amount: String) {
    if let price = Price(role: role, amount: amount, currency: currency), !prices.contains(price) { prices.append(price) }
  }

  private func add(
    to prices: inout [Price], _ role: Price.Role?, _ amount: String, per unit: Unit, base: String? = nil, isByQuantity: Bool,
    in scope: borrowing Scope, _ notes: inout RecordNotes
  ) {
    var per: Price.Quantity?
    switch unit {
    case .none where !isByQuantity: break
    case .known(.portion) where base == nil: break
    case .known(.quantity(let quantity)): per = quantity
    case .known(.portion): return notes.add(.menuPrice, at: scope.value.pointer, "a price with a fixed part is for a portion; left out")
    case .none: return notes.add(.menuPrice, at: scope.value.pointer, "the quantity of a price is missing; left out")
    case .unreadable(let text):
      return notes.add(.menuPrice, at: scope.value.pointer, "\"\(text.prefix(60))\" is not a quantity; its price was left out")
    }
    let price = Price(role: role, amount: amount, currency: currency, per: per, base: base)
    if let price, !prices.contains(price) { prices.append(price) }
  }
}
