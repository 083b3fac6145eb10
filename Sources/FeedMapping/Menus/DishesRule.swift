import FeedKit

/// The rules for the dishes in a list. A dish with a name stays, whatever else of it cannot be read.
///
///     {"each": "/items", "section": "/station", "name": "/title", "notes": "/sides", "labels": "/icons", "prices": {"amount": "/price"}}
///
/// A class, because its many parts would be copied for each dish.
final class DishesRule: Sendable {
  private let each: RowsPath
  private let drop: Conditions
  /// Conditions under which a row is not a dish, but has the name of the section that begins; nil if every dish has that of its own.
  private let headers: Conditions?
  private let section: TextRule?
  private let name: TextRule
  private let notes: ListRule?
  private let labels: ListRule?
  /// When the labels have all allergens of a dish, even if there are none; nil if they do wherever there are any.
  private let allergensStated: Statement?
  private let prices: [PriceRule]

  private enum Statement: Sendable {
    case conditions(Conditions)
    /// The labels that the feed has decided on for a dish, whether it has them or not: all that `codes` cover have to be there.
    case labels(ListRule)

    init(reading value: JSONValue) throws(JSONFieldError) {
      if value.bool == true || value.string != nil {
        throw value.fault(
          .type,
          "expected conditions under which the labels have all allergens, such as {\"at\": \"/allergens\", \"isNot\": null}, {\"labels\": …}, or false if they never do; without it, they do wherever there are any"
        )
      }
      guard value["labels"] != nil else {
        self = .conditions(try Conditions(reading: value.bool == false ? nil : value))
        return
      }
      try value.expectOnly(["labels"])
      self = .labels(try value.required("labels", ListRule.init(reading:)))
    }

    func holds(in row: borrowing Scope, _ codes: CodeTable, _ notes: inout RecordNotes) -> Bool {
      switch self {
      case .conditions(let conditions): return conditions.hold(in: row)
      case .labels(let rule):
        var texts = UniqueTexts()
        let areRead: ()? = try? notes.discarding { (notes) throws(JSONFieldError) in try rule.add(to: &texts, in: row, &notes) }
        return areRead != nil && codes.covers(texts.texts.compactMap(PlainText.remark))
      }
    }
  }

  /// The keys that a rule for menus does not have.
  static let keys: [StaticString] = ["headers", "section", "name", "notes", "labels", "allergensStated", "prices"]

  init(reading value: JSONValue, currency: String?, decimal: Character?) throws(JSONFieldError) {
    guard value.isObject else {
      throw value.fault(.type, "expected an object such as {\"each\": \"/dishes\", \"name\": \"/title\"}, found \(value.kind)")
    }
    try value.expectNone(of: MenusRule.keys, in: "\"menus\", beside \"dishes\"")
    try value.expectOnly(["each", "drop", "headers", "section", "name", "notes", "labels", "allergensStated", "prices"])
    each = try value.required("each", RowsPath.init(reading:))
    drop = try Conditions(reading: value["drop"])
    headers = try value.optional("headers") { (conditions) throws(JSONFieldError) in try Conditions(reading: conditions) }
    section = headers == nil ? try value.optionalRule("section") : try value.rule("section")
    name = try value.rule("name")
    notes = try value.optional("notes", ListRule.init(reading:))
    labels = try value.optional("labels", ListRule.init(reading:))
    allergensStated = try value.optional("allergensStated", Statement.init(reading:))
    prices =
      try value["prices"]?.asList { (rule) throws(JSONFieldError) in try PriceRule(reading: rule, currency: currency, decimal: decimal) }
      ?? []
  }

  /// Calls a function for each dish, with the name of its section.
  func forEach(in scope: borrowing Scope, _ codes: CodeTable, _ notes: inout RecordNotes, _ body: (String?, Dish) -> Void) {
    var header: String?
    func read(_ row: borrowing Scope) throws(JSONFieldError) {
      try notes.checkFaults(of: row)
      if headers?.hold(in: row) == true {
        header = section(in: row, &notes)
        // A row may be both a header and a dish.
        let name: String?
        do throws(JSONFieldError) {
          name = try notes.discarding { (notes) throws(JSONFieldError) in try self.name.line(in: row, &notes) }
        } catch { return }
        if name == nil || name == header { return }
      }
      if drop.hold(in: row) { return }
      guard let dish = dish(in: row, codes, &notes) else { return }
      body(headers == nil ? section(in: row, &notes) : header, dish)
    }
    var faults: [JSONFieldError] = []
    defer { for fault in faults { notes.add(ReasonCode(fault.code), at: fault.pointer, "\(fault.message); its dishes are left out") } }
    do throws(JSONFieldError) { _ = try each.forEach(in: scope, maximum: .max, failing: { faults.append($0) }, read) } catch {
      notes.add(ReasonCode(error.code), at: error.pointer, "\(error.message); its dishes are left out")
    }
  }

  private func section(in row: borrowing Scope, _ notes: inout RecordNotes) -> String? {
    notes.tolerating(nil) { (notes) throws(JSONFieldError) in try section?.line(in: row, &notes) }
  }

  /// Whether dishes have labels.
  var hasLabels: Bool { labels != nil }

  /// Returns a dish; nil, with a note, if its name is not text. One without a name is counted by the draft.
  private func dish(in row: borrowing Scope, _ codes: CodeTable, _ notes: inout RecordNotes) -> Dish? {
    let name: String
    do throws(JSONFieldError) { name = try self.name.line(in: row, &notes) ?? "" } catch {
      notes.add(ReasonCode(error.code), at: error.pointer, "\(error.message); the dish is left out")
      return nil
    }
    let (lines, _) = Self.texts(self.notes, in: row, &notes)
    let (labels, areComplete) = Self.texts(self.labels, in: row, &notes)
    // One without text, such as only an image, may be an allergen.
    let texts = labels.compactMap(PlainText.remark)
    let known = codes.meanings(of: texts, areAll: allergensStated?.holds(in: row, codes, &notes))
    var found: [Price] = []
    for rule in prices {
      notes.tolerating(()) { (notes) throws(JSONFieldError) in try rule.add(to: &found, in: row, &notes) }
    }
    return Dish(
      name: name, notes: lines, diets: known.diets, allergens: known.allergens,
      allergensStated: areComplete && texts.count == labels.count && known.statesAllergens, labels: known.others, prices: found)
  }

  /// Returns the texts of a list that can be read, and whether these are all.
  private static func texts(
    _ rule: ListRule?, in row: borrowing Scope, _ notes: inout RecordNotes
  ) -> (texts: [String], areComplete: Bool) {
    var texts = UniqueTexts()
    let areComplete = notes.tolerating(false) { (notes) throws(JSONFieldError) in
      try rule?.add(to: &texts, in: row, &notes)
      return true
    }
    return (texts.texts, areComplete && !texts.hasGaps)
  }
}
