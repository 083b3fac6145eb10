import OpeningHours
import SimdJSON

/// Reading and writing the details of menus.
extension Menu {
  init(reading value: JSONValue, _ campus: CampusID) throws(JSONFieldError) {
    self.init(
      place: try value.requiredParsed("place", "the id of an entry of the campus") { text in
        EntryID(text).flatMap { $0.isEntry(of: campus) ? $0 : nil }
      },
      date: try value.requiredParsed("date", "a date") { LocalDate($0) }, meal: try Meal(reading: try value.requiredObject("meal")),
      coveredAllergens: Set(
        try value.list("coveredAllergens") { (code) throws(JSONFieldError) in try code.parsed("an allergen") { Allergen.Code(rawValue: $0) }
        }),
      sections: try value.filledList("sections", MenuSection.init(reading:)))
  }
}

extension Meal {
  private static let kinds = "\"breakfast\", \"brunch\", \"lunch\", \"dinner\", \"late\", \"all-day\" or \"other\""

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["name", "kind", "from", "to"])
    func time(_ key: StaticString) throws(JSONFieldError) -> LocalTime? {
      try value.parsed(key, "a time such as \"11:30\"") { LocalTime($0) }
    }
    let (from, to) = (try time("from"), try time("to"))
    if let from, let to, to <= from || to.minutes - from.minutes > 1440 {
      throw value.fault(.value, "\"to\" is not after \"from\", or by more than 24 hours")
    }
    self.init(
      name: try value.filledText("name"), kind: try value.requiredParsed("kind", Self.kinds) { Kind(rawValue: $0) }, from: from, to: to)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("kind", kind.rawValue)
    writer.member("from", from?.description)
    writer.member("to", to?.description)
  }
}

extension MenuSection {
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["name", "dishes"])
    self.init(name: try value.filledText("name"), dishes: try value.filledList("dishes", Dish.init(reading:)))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.objects("dishes", dishes) { $0.writeMembers(to: &$1) }
  }
}

extension Dish {
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["name", "notes", "diets", "allergens", "allergensStated", "labels", "prices"])
    guard let name = try value.filledText("name") else { throw value.fault(.missing, "\"name\" is missing") }
    guard let allergensStated = try value.flag("allergensStated") else { throw value.fault(.missing, "\"allergensStated\" is missing") }
    self.init(
      name: name, notes: try value.texts("notes"),
      diets: try value.list("diets") { (diet) throws(JSONFieldError) in try diet.parsed("a diet") { Diet(rawValue: $0) } },
      allergens: try value.list("allergens", Allergen.init(reading:)), allergensStated: allergensStated, labels: try value.texts("labels"),
      prices: try value.list("prices", Price.init(reading:)))
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("notes", notes)
    if !diets.isEmpty { writer.list("diets", diets) { $1.string($0.rawValue) } }
    if !allergens.isEmpty {
      writer.objects("allergens", allergens) { allergen, writer in
        writer.member("code", allergen.code.rawValue)
        writer.member("detail", allergen.detail)
      }
    }
    writer.member("allergensStated", allergensStated)
    writer.member("labels", labels)
    if !prices.isEmpty { writer.objects("prices", prices) { $0.writeMembers(to: &$1) } }
  }
}

extension Allergen {
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["code", "detail"])
    self.init(try value.requiredParsed("code", "an allergen") { Code(rawValue: $0) }, detail: try value.filledText("detail"))
  }
}

extension Price {
  private static let form = "a decimal number above zero, such as \"2.60\""

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["role", "amount", "currency", "per", "base"])
    var per: Quantity?
    if let quantity = try value.object("per") { per = try Quantity(reading: quantity) }
    let price = Price(
      role: try value.parsed("role", "\"student\", \"employee\", \"guest\" or \"pupil\"") { Role(rawValue: $0) },
      amount: try value.requiredParsed("amount", Self.form, Self.amount),
      currency: try value.requiredParsed("currency", "a currency such as \"EUR\"") { Self.isCurrency($0) ? $0 : nil },
      per: per, base: try value.parsed("base", Self.form, Self.amount))
    guard let price else { throw value.fault(.value, "expected a price") }
    self = price
  }

  /// Returns the text of an amount; nil if it is none.
  fileprivate static func amount(_ text: String) -> String? { isAmount(text) ? text : nil }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("role", role?.rawValue)
    writer.member("amount", amount)
    writer.member("currency", currency)
    if let per {
      writer.object("per") { writer in
        writer.member("amount", per.amount)
        writer.member("unit", per.unit)
      }
    }
    writer.member("base", base)
  }
}

extension Price.Quantity {
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["amount", "unit"])
    let amount = try value.requiredParsed("amount", "a decimal number above zero, such as \"100\"", Price.amount)
    guard let quantity = Self(amount: amount, unit: try value.requiredText("unit")) else { throw value.fault(.value, "\"unit\" is empty") }
    self = quantity
  }
}

extension JSONValue {
  /// Returns a string member that must not be empty; nil if it is absent or null.
  fileprivate func filledText(_ key: StaticString) throws(JSONFieldError) -> String? {
    let text = try text(key)
    guard text?.isEmpty != true else { throw fault(.value, "\"\(key)\" is empty") }
    return text
  }

  /// Returns the elements of an array member that must not be empty.
  fileprivate func filledList<Value>(
    _ key: StaticString, _ read: (JSONValue) throws(JSONFieldError) -> Value
  ) throws(JSONFieldError) -> [Value] {
    let list = try requiredArray(key)
    guard list.count > 0 else { throw list.fault(.value, "\"\(key)\" is empty") }
    return try list.values(read)
  }
}
