import FeedKit

/// The rules for the values of a place. Their keys in a mapping file are the keys of an entry in a catalog.
struct PlaceRule: Sendable {
  private let key: KeyRule
  private let name: TextRule
  private let category: TextRule?
  /// The rules for optional lines of text.
  private let lines: [(line: Place.Line, rule: TextRule)]
  private let description: TextRule?
  private let notice: ListRule?
  private let tags: ListRule?
  private let labels: ListRule?
  private let location: LocationRule?
  private let phone: TextRule?
  private let email: TextRule?
  private let links: [AddressRule<Link.Relation>]
  private let images: [AddressRule<Image.Role>]
  private let hours: HoursRule?
  private let zone: TextRule?

  static let keys: [StaticString] =
    [
      "zone", "id", "name", "category", "tags", "labels", "description", "notice", "location", "hours", "contact", "links", "images",
    ] + Place.lines.map(\.key)

  /// Whether ids are derived from values that may change.
  var derivesIDs: Bool { key.isDerived }
  /// Whether records have hours, which need a time zone.
  var hasHours: Bool { hours != nil }

  init(reading value: JSONValue) throws(JSONFieldError) {
    key = try value.required("id", KeyRule.init(reading:))
    name = try value.rule("name")
    category = try value.optional("category", Self.category)
    var lines: [(Place.Line, TextRule)] = []
    for line in Place.lines { if let rule = try value.optionalRule(line.key) { lines.append((line, rule)) } }
    self.lines = lines
    description = try value.optionalRule("description")
    notice = try value.optional("notice", ListRule.init(reading:))
    tags = try value.optional("tags", ListRule.init(reading:))
    labels = try value.optional("labels", ListRule.init(reading:))
    location = try value.optional("location", LocationRule.init(reading:))
    let contact = try value.object("contact")
    try contact?.expectOnly(["phone", "email"])
    phone = try contact?.optionalRule("phone")
    email = try contact?.optionalRule("email")
    let base = try value.parsed("base", "an http or https address") { WebAddress($0) }
    links = try value.list("links") { (link) throws(JSONFieldError) in try AddressRule(reading: link, "rel", base) }
    images = try value.list("images") { (image) throws(JSONFieldError) in try AddressRule(reading: image, "role", base) }
    hours = try value.optional("hours", HoursRule.init(reading:))
    zone = try value.optionalRule("zone")
  }

  private static func category(_ rule: JSONValue) throws(JSONFieldError) -> TextRule {
    let form = Category.allCases.map(\.rawValue).joined(separator: ", ")
    let allowed = TextRule.Allowed(form: "one of \(form)") { Category(rawValue: $0) != nil }
    // A category without {"text": …} is just as clear, and is never a JSON Pointer.
    if let text = rule.string, allowed.contains(text) { return .constant(text) }
    return try TextRule(reading: rule, results: allowed)
  }

  /// Returns the key of a record; nil if it has none.
  func recordKey(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> String? {
    try key.key(in: scope, &notes)
  }

  /// Returns the entry for a record.
  func entry(in scope: borrowing Scope, of feed: Feed, _ zone: Zone?, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    guard let record = try key.key(in: scope, &notes), let id = EntryID(feed: feed.id, record: record) else {
      throw scope.value.fault(.missing, "the record has no usable id")
    }
    guard let name = try name.line(in: scope, &notes) else { throw scope.value.fault(.missing, "the record has no name") }
    var place = Place(category: try category?.text(in: scope, &notes).flatMap { Category(rawValue: $0) } ?? .other)
    for (line, rule) in lines { place[keyPath: line.path] = try rule.line(in: scope, &notes) }
    if let location { place.location = try location.location(in: scope, of: feed, &notes) }
    place.contact = Contact(phone: try phone?.line(in: scope, &notes), email: try email?.line(in: scope, &notes))
    if let zone = try self.zone(in: scope, zone, &notes) {
      place.hours = try hours?.schedule(in: scope, of: feed.campus, zone, &notes) ?? Schedule(zone: zone, layers: [])
    }
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, tags: try Self.texts(tags, in: scope, &notes).texts,
      labels: try Self.texts(labels, in: scope, &notes).texts, notice: try Self.texts(notice, keepsLines: true, in: scope, &notes).lines,
      links: [], images: [], sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    entry.description = try description?.text(in: scope, &notes).flatMap { PlainText.lines($0) }
    for rule in links {
      guard let address = try rule.address(in: scope, &notes) else { continue }
      let link = Link(rule.use, address)
      if !entry.links.contains(link) { entry.links.append(link) }
    }
    for rule in images {
      guard let address = try rule.address(in: scope, &notes) else { continue }
      let image = Image(rule.use, address)
      if !entry.images.contains(image) { entry.images.append(image) }
    }
    return entry
  }

  private func zone(in scope: borrowing Scope, _ campus: Zone?, _ notes: inout RecordNotes) throws(JSONFieldError) -> Zone? {
    guard let zone, let name = try zone.line(in: scope, &notes) else { return campus }
    guard let found = Zone(name) else { throw scope.value.fault(.time, "\"\(name.prefix(60))\" is not the name of a time zone") }
    return found
  }

  private static func texts(
    _ rule: ListRule?, keepsLines: Bool = false, in scope: borrowing Scope, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> UniqueTexts {
    var texts = UniqueTexts()
    try rule?.add(to: &texts, in: scope, keepsLines: keepsLines, &notes)
    return texts
  }
}
