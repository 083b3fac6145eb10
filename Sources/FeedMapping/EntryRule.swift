import FeedKit

/// The rules for the values of an entry. Their keys in a mapping file are the keys of an entry in a catalog.
struct EntryRule: Sendable {
  /// The rules for the values that only one kind of entry has.
  private enum Details: Sendable {
    case place(PlaceRule)
    case event(EventRule)
  }

  private let key: KeyRule
  private let name: TextRule
  private let description: TextRule?
  private let notice: ListRule?
  private let tags: ListRule?
  private let labels: ListRule?
  private let location: LocationRule?
  private let links: [AddressRule<Link.Relation>]
  private let images: [AddressRule<Image.Role>]
  private let zone: TextRule?
  private let details: Details

  private static let keys: [StaticString] = [
    "zone", "id", "name", "tags", "labels", "description", "notice", "location", "links", "images",
  ]

  /// The keys of a kind of entry.
  static func keys(of kind: Entry.Kind) -> [StaticString] { keys + (kind == .event ? EventRule.keys : PlaceRule.keys) }

  /// Whether ids are derived from values that may change.
  var derivesIDs: Bool { key.isDerived }

  /// Whether records have times, which need a time zone.
  var hasTimes: Bool {
    switch details {
    case .place(let rule): rule.hasHours
    case .event: true
    }
  }

  init(reading value: JSONValue, _ kind: Entry.Kind) throws(JSONFieldError) {
    key = try value.required("id", KeyRule.init(reading:))
    name = try value.rule("name")
    description = try value.optionalRule("description")
    notice = try value.optional("notice", ListRule.init(reading:))
    tags = try value.optional("tags", ListRule.init(reading:))
    labels = try value.optional("labels", ListRule.init(reading:))
    location = try value.optional("location", LocationRule.init(reading:))
    let base = try value.parsed("base", "an http or https address") { WebAddress($0) }
    links = try value.list("links") { (link) throws(JSONFieldError) in try AddressRule(reading: link, "rel", base) }
    images = try value.list("images") { (image) throws(JSONFieldError) in try AddressRule(reading: image, "role", base) }
    zone = try value.optionalRule("zone")
    details = kind == .event ? .event(try EventRule(reading: value)) : .place(try PlaceRule(reading: value))
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
    let zone = try self.zone(in: scope, zone, &notes)
    let location = try location?.location(in: scope, of: feed, &notes) ?? Location()
    let details: Entry.Details =
      switch self.details {
      case .place(let rule): .place(try rule.place(in: scope, id, of: feed, zone, at: location, &notes))
      case .event(let rule): .event(try rule.event(in: scope, zone, at: location, &notes))
      }
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, tags: try Self.texts(tags, in: scope, &notes).texts,
      labels: try Self.texts(labels, in: scope, &notes).texts, notice: try Self.texts(notice, keepsLines: true, in: scope, &notes).lines,
      links: [], images: [], sources: [SourceReference(feed: feed.id, record: record)], details: details)
    entry.description = try description?.text(in: scope, &notes).flatMap { PlainText.lines($0) }
    if case .event = self.details { entry.description = entry.description.flatMap { ContactLines.removed(from: $0) } }
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

  static func texts(
    _ rule: ListRule?, keepsLines: Bool = false, in scope: borrowing Scope, _ notes: inout RecordNotes
  ) throws(JSONFieldError) -> UniqueTexts {
    var texts = UniqueTexts()
    try rule?.add(to: &texts, in: scope, keepsLines: keepsLines, &notes)
    return texts
  }
}
