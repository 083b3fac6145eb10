import FeedKit

/// The rules for the values that only places have.
struct PlaceRule: Sendable {
  private let category: TextRule?
  /// The rules for optional lines of text.
  private let lines: [(line: Place.Line, rule: TextRule)]
  private let phone: TextRule?
  private let email: TextRule?
  private let hours: HoursRule?
  private let access: TextRule?
  /// The key of the record of which a place is a part.
  private let partOf: TextRule?

  static let keys: [StaticString] = ["category", "hours", "contact", "access", "partOf"] + Place.lines.map(\.key)

  var hasHours: Bool { hours != nil }

  init(reading value: JSONValue) throws(JSONFieldError) {
    category = try value.optional("category", Self.category)
    var lines: [(Place.Line, TextRule)] = []
    for line in Place.lines { if let rule = try value.optionalRule(line.key) { lines.append((line, rule)) } }
    self.lines = lines
    let contact = try value.object("contact")
    try contact?.expectOnly(["phone", "email"])
    phone = try contact?.optionalRule("phone")
    email = try contact?.optionalRule("email")
    hours = try value.optional("hours", HoursRule.init(reading:))
    access = try value.optional("access") { (rule) throws(JSONFieldError) in
      try TextRule(reading: rule, results: TextRule.Allowed(Place.Access.self))
    }
    partOf = try value.optionalRule("partOf")
  }

  private static func category(_ rule: JSONValue) throws(JSONFieldError) -> TextRule {
    let allowed = TextRule.Allowed(Category.self)
    // A category without {"text": …} is just as clear, and is never a JSON Pointer.
    if let text = rule.string, allowed.contains(text) { return .constant(text) }
    return try TextRule(reading: rule, results: allowed)
  }

  func place(
    in scope: borrowing Scope, _ id: EntryID, of feed: Feed, _ zone: Zone?, at location: Location, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> Place {
    var place = Place(category: try category?.text(in: scope, &notes).flatMap { Category(rawValue: $0) } ?? .other, location: location)
    for (line, rule) in lines { place[keyPath: line.path] = try rule.line(in: scope, &notes) }
    place.contact = Contact(phone: try phone?.line(in: scope, &notes), email: try email?.line(in: scope, &notes))
    place.access = try access?.text(in: scope, &notes).flatMap { Place.Access(rawValue: $0) }
    let whole = try partOf?.line(in: scope, &notes).flatMap { EntryID(feed: feed.id, record: $0) }
    place.partOf = whole == id ? nil : whole
    if let zone {
      place.hours = try hours?.schedule(in: scope, of: feed.campus, zone, &notes) ?? Schedule(zone: zone, layers: [])
    }
    return place
  }
}

extension TextRule.Allowed {
  /// The values of a closed list.
  init<Value: RawRepresentable & CaseIterable>(_ values: Value.Type) where Value.RawValue == String {
    self.init(form: "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))") { Value(rawValue: $0) != nil }
  }
}
