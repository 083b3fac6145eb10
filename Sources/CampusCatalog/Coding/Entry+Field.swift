extension Entry {
  /// A field that feeds provide and that is merged on its own. The raw value is its key in a catalog.
  ///
  /// The cases are in the order in which fields are written. `info` has everything else about a field.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links, images
    case startDate, endDate, venue, loginRequired
    case severity, startsAt, endsAt
    case text, author
  }
}

extension Entry.Field {
  package var info: EntryFieldInfo {
    switch self {
    case .name: EntryFieldInfo("name", of: [.place, .event, .alert]) { $1.name = $0.name }
    case .category: .place("category", \.category)
    case .categoryLabel: .place("categoryLabel", noun: "the feed's category", \.categoryLabel)
    case .tags: .common("tags", \.tags)
    case .labels: .common("labels", \.labels)
    case .description: .common("description", \.description)
    case .notice: .common("notice", \.notice)
    case .location:
      .place("location", parts: ["address", "building", "abbreviation", "region", "onCampus", "position"], \.location)
    case .hours: .place("hours", \.hours)
    case .contact: .place("contact", parts: ["phone", "email"], \.contact)
    case .links: .common("links", \.links)
    case .images: .common("images", \.images)
    case .startDate: .event("startDate", \.startDate)
    case .endDate: .event("endDate", \.endDate)
    case .venue: .event("venue", \.venue)
    case .loginRequired: .event("loginRequired", \.loginRequired)
    case .severity: .alert("severity", \.severity)
    case .startsAt: .alert("startsAt", noun: "start", \.startsAt)
    case .endsAt: .alert("endsAt", noun: "end", \.endsAt)
    case .text: .quote("text", \.text)
    case .author: .quote("author", \.author)
    }
  }
}

extension Entry.Kind {
  /// The fields that an entry of this kind may have, in the order in which they are written.
  var fields: [Entry.Field] { Self.members[index].fields }

  /// The keys that an entry of this kind may have in a catalog, in the order in which they are written.
  package var keys: [StaticString] { Self.members[index].keys }

  /// The index in `members`. (Faster than a dictionary: each entry that is read or written needs its members.)
  private var index: Int {
    switch self {
    case .place: 0
    case .event: 1
    case .alert: 2
    case .quote: 3
    }
  }

  private static let members = [Self.place, .event, .alert, .quote].map { kind in
    let fields = Entry.Field.allCases.filter { $0.info.kinds.contains(kind) }
    return (fields: fields, keys: ["id", "kind", "campus", "aliases"] + fields.map(\.info.key) + ["sources", "provenance"])
  }
}

/// The properties of an entry field: its key, which entries have it, how it is merged, and how its value is copied.
package struct EntryFieldInfo: Sendable {
  /// The key in a catalog: the raw value of the `Entry.Field`.
  package let key: StaticString
  /// The kinds of entries that may have the field.
  package let kinds: [Entry.Kind]
  /// The noun for the field in descriptions of changes.
  package let noun: String
  /// The parts of the field that are merged separately; empty if the field is merged as a whole.
  package let parts: [String]
  /// Copies the value from one entry to another. Does nothing if only one of them can have the field.
  package let copy: @Sendable (_ from: Entry, _ into: inout Entry) -> Void

  init(
    _ key: StaticString, of kinds: [Entry.Kind], noun: String? = nil, parts: [String] = [],
    copy: @escaping @Sendable (_ from: Entry, _ into: inout Entry) -> Void
  ) {
    self.key = key
    self.kinds = kinds
    self.noun = noun ?? "\(key)"
    self.parts = parts
    self.copy = copy
  }

  /// A field that all kinds have.
  static func common<Value>(_ key: StaticString, _ path: any WritableKeyPath<Entry, Value> & Sendable) -> EntryFieldInfo {
    EntryFieldInfo(key, of: Entry.Kind.allCases) { from, into in into[keyPath: path] = from[keyPath: path] }
  }

  package static func place<Value>(
    _ key: StaticString, noun: String? = nil, parts: [String] = [], _ path: any WritableKeyPath<Place, Value> & Sendable
  ) -> EntryFieldInfo {
    details(key, of: .place, noun: noun, parts: parts, \.place, Entry.Details.place, path)
  }

  static func event<Value>(_ key: StaticString, _ path: any WritableKeyPath<Event, Value> & Sendable) -> EntryFieldInfo {
    details(key, of: .event, \.event, Entry.Details.event, path)
  }

  static func alert<Value>(
    _ key: StaticString, noun: String? = nil, _ path: any WritableKeyPath<Alert, Value> & Sendable
  ) -> EntryFieldInfo {
    details(key, of: .alert, noun: noun, \.alert, Entry.Details.alert, path)
  }

  static func quote<Value>(_ key: StaticString, _ path: any WritableKeyPath<Quote, Value> & Sendable) -> EntryFieldInfo {
    details(key, of: .quote, \.quote, Entry.Details.quote, path)
  }

  /// A field of the details of one kind.
  ///
  /// - Parameters:
  ///   - read: returns the details of an entry; nil for other kinds.
  ///   - make: the case of these details.
  static func details<Details, Value>(
    _ key: StaticString, of kind: Entry.Kind, noun: String? = nil, parts: [String] = [],
    _ read: @escaping @Sendable (Entry) -> Details?, _ make: @escaping @Sendable (Details) -> Entry.Details,
    _ path: any WritableKeyPath<Details, Value> & Sendable
  ) -> EntryFieldInfo {
    EntryFieldInfo(key, of: [kind], noun: noun, parts: parts) { from, into in
      guard let source = read(from), var target = read(into) else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = make(target)
    }
  }
}
