import OpeningHours

/// A row of the table of entry fields: the properties of one field.
package struct EntryFieldInfo: Sendable {
  /// The JSON Schema of a value.
  package enum Schema: Sendable {
    /// A definition of the catalog's schema, perhaps with a description.
    case definition(String, about: String? = nil)
    /// JSON text.
    case json(String)
  }

  /// The key in a catalog: the raw value of the `Entry.Field`.
  package let key: StaticString
  /// The kinds of entries that may have the field.
  package let kinds: [Entry.Kind]
  package let schema: Schema
  /// Whether all entries of these kinds have the field.
  package let isRequired: Bool
  /// The noun for the field in descriptions of changes.
  package let noun: String
  /// The parts of the field that are merged separately; empty if the field is merged as a whole.
  package let parts: [String]
  /// The columns in a table of such entries.
  package let columns: [EntryColumn]
  /// Returns the value if it is compared as text; always nil for other fields.
  package let text: @Sendable (Entry) -> String?
  /// The property of a place, if the field is an optional line of text.
  package let line: (any WritableKeyPath<Place, String?> & Sendable)?
  /// Copies the value from one entry to another. Does nothing if only one of them can have the field.
  package let copy: @Sendable (_ from: Entry, _ into: inout Entry) -> Void

  init(
    _ key: StaticString, of kinds: [Entry.Kind], schema: Schema, isRequired: Bool = false, noun: String? = nil, parts: [String] = [],
    columns: [EntryColumn] = [], text: @escaping @Sendable (Entry) -> String? = { _ in nil },
    line: (any WritableKeyPath<Place, String?> & Sendable)? = nil,
    copy: @escaping @Sendable (_ from: Entry, _ into: inout Entry) -> Void
  ) {
    self.key = key
    self.kinds = kinds
    self.schema = schema
    self.isRequired = isRequired
    self.noun = noun ?? "\(key)"
    self.parts = parts
    self.columns = columns
    self.text = text
    self.line = line
    self.copy = copy
  }

  /// The description of the first column, as a phrase.
  package var about: String { columns.first?.column.about ?? noun }
}

// MARK: - Fields of all kinds

extension EntryFieldInfo {
  static func common<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Entry, Value> & Sendable, schema: Schema, columns: [EntryColumn] = [],
    text: @escaping @Sendable (Entry) -> String? = { _ in nil }
  ) -> EntryFieldInfo {
    EntryFieldInfo(key, of: Entry.Kind.allCases, schema: schema, columns: columns, text: text) { from, into in
      into[keyPath: path] = from[keyPath: path]
    }
  }

  /// An optional text of several lines.
  static func text(_ key: StaticString, _ path: any WritableKeyPath<Entry, String?> & Sendable, _ about: String) -> EntryFieldInfo {
    .common(
      key, path, schema: .definition("text"),
      columns: [EntryColumn("\(key)", about) { TableCell($0[keyPath: path]) }], text: { $0[keyPath: path] })
  }

  /// A list of texts.
  static func texts(_ key: StaticString, _ path: any WritableKeyPath<Entry, [String]> & Sendable, _ about: String) -> EntryFieldInfo {
    .common(
      key, path, schema: .definition("lines"),
      columns: [EntryColumn("\(key)", about) { TableCell(lines: $0[keyPath: path]) }])
  }
}

// MARK: - Fields of one kind

extension EntryFieldInfo {
  static func place<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Place, Value> & Sendable, schema: Schema, isRequired: Bool = false,
    noun: String? = nil, parts: [String] = [], columns: [EntryColumn], text: @escaping @Sendable (Entry) -> String? = { _ in nil },
    line: (any WritableKeyPath<Place, String?> & Sendable)? = nil
  ) -> EntryFieldInfo {
    EntryFieldInfo(
      key, of: [.place], schema: schema, isRequired: isRequired, noun: noun, parts: parts, columns: columns, text: text, line: line,
      copy: copying(path))
  }

  /// An optional line of text.
  ///
  /// - Parameters:
  ///   - about: the description in tables and schemas, as a phrase.
  ///   - noun: the noun in descriptions of changes; nil for the key.
  static func line(
    _ key: StaticString, _ path: any WritableKeyPath<Place, String?> & Sendable, _ about: String, noun: String? = nil
  ) -> EntryFieldInfo {
    .place(
      key, path, schema: .definition("line"), noun: noun,
      columns: [EntryColumn(columnName(key), about) { TableCell($0.place?[keyPath: path]) }],
      text: { $0.place?[keyPath: path] }, line: path)
  }

  /// Returns a function that copies a value of places.
  package static func copying<Value>(
    _ path: any WritableKeyPath<Place, Value> & Sendable
  ) -> @Sendable (_ from: Entry, _ into: inout Entry) -> Void {
    copying(\.place, Entry.Details.place, path)
  }

  /// An optional line of text of an event.
  static func line(_ key: StaticString, _ path: any WritableKeyPath<Event, String?> & Sendable, _ about: String) -> EntryFieldInfo {
    .event(
      key, path, schema: .definition("line"), columns: [EntryColumn("\(key)", about) { TableCell($0.event?[keyPath: path]) }],
      text: { $0.event?[keyPath: path] })
  }

  static func event<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Event, Value> & Sendable, schema: Schema, isRequired: Bool = false,
    columns: [EntryColumn], text: @escaping @Sendable (Entry) -> String? = { _ in nil }
  ) -> EntryFieldInfo {
    EntryFieldInfo(
      key, of: [.event], schema: schema, isRequired: isRequired, columns: columns, text: text,
      copy: copying(\.event, Entry.Details.event, path))
  }

  static func alert<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Alert, Value> & Sendable, schema: Schema, isRequired: Bool = false,
    noun: String? = nil, columns: [EntryColumn]
  ) -> EntryFieldInfo {
    EntryFieldInfo(
      key, of: [.alert], schema: schema, isRequired: isRequired, noun: noun, columns: columns,
      copy: copying(\.alert, Entry.Details.alert, path))
  }

  /// An optional time of an alert, which tables have in the zone of the campus.
  static func time(
    _ key: StaticString, _ path: any WritableKeyPath<Alert, Instant?> & Sendable, _ about: String, noun: String
  ) -> EntryFieldInfo {
    .alert(
      key, path, schema: .definition("timestamp"), noun: noun,
      columns: [
        EntryColumn(
          columnName(key), about,
          inZone: { entry, zone in
            TableCell(entry.alert?[keyPath: path].map { zone?.text($0) ?? $0.description })
          })
      ])
  }

  static func quote<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Quote, Value> & Sendable, schema: Schema, isRequired: Bool = false,
    text: @escaping @Sendable (Entry) -> String?, columns: [EntryColumn]
  ) -> EntryFieldInfo {
    EntryFieldInfo(
      key, of: [.quote], schema: schema, isRequired: isRequired, columns: columns, text: text,
      copy: copying(\.quote, Entry.Details.quote, path))
  }

  static func menu<Value>(
    _ key: StaticString, _ path: any WritableKeyPath<Menu, Value> & Sendable, schema: Schema, isRequired: Bool = true,
    columns: [EntryColumn] = []
  ) -> EntryFieldInfo {
    EntryFieldInfo(
      key, of: [.menu], schema: schema, isRequired: isRequired, columns: columns, copy: copying(\.menu, Entry.Details.menu, path))
  }

  /// Returns a function that copies a value of the details of one kind.
  ///
  /// - Parameters:
  ///   - read: returns the details of an entry; nil for other kinds.
  ///   - make: the case of these details.
  private static func copying<Details, Value>(
    _ read: @escaping @Sendable (Entry) -> Details?, _ make: @escaping @Sendable (Details) -> Entry.Details,
    _ path: any WritableKeyPath<Details, Value> & Sendable
  ) -> @Sendable (_ from: Entry, _ into: inout Entry) -> Void {
    { from, into in
      guard let source = read(from), var target = read(into) else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = make(target)
    }
  }

  /// Returns the name of the column for a key: "category_label" for "categoryLabel".
  private static func columnName(_ key: StaticString) -> String {
    "\(key)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
  }
}
