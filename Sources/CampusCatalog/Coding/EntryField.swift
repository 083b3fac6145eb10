/// A row of the table of entry fields: which entries have the field, what it is called, and how its value is copied.
package struct EntryField: Sendable {
  /// The key in a catalog, which is the raw value of the `Entry.Field`.
  package let key: StaticString
  /// The kinds of entries that may have the field.
  package let kinds: [Entry.Kind]
  /// What the field is called where changes are described.
  package let noun: String
  /// The parts that a merge decides one by one; empty for a field that it decides as a whole.
  package let parts: [String]
  /// Copies the value from one entry to another of the same kind. Entries of different kinds are left alone.
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
  static func common<Value>(_ key: StaticString, _ path: any WritableKeyPath<Entry, Value> & Sendable) -> EntryField {
    EntryField(key, of: Entry.Kind.allCases) { from, into in into[keyPath: path] = from[keyPath: path] }
  }

  /// A field of places.
  static func place<Value>(
    _ key: StaticString, noun: String? = nil, parts: [String] = [], _ path: any WritableKeyPath<Place, Value> & Sendable
  ) -> EntryField {
    EntryField(key, of: [.place], noun: noun, parts: parts) { from, into in
      guard case .place(let source) = from.details, case .place(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .place(target)
    }
  }

  /// A field of events.
  static func event<Value>(_ key: StaticString, _ path: any WritableKeyPath<Event, Value> & Sendable) -> EntryField {
    EntryField(key, of: [.event]) { from, into in
      guard case .event(let source) = from.details, case .event(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .event(target)
    }
  }

  /// A field of alerts.
  static func alert<Value>(
    _ key: StaticString, noun: String? = nil, _ path: any WritableKeyPath<Alert, Value> & Sendable
  ) -> EntryField {
    EntryField(key, of: [.alert], noun: noun) { from, into in
      guard case .alert(let source) = from.details, case .alert(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .alert(target)
    }
  }

  /// A field of quotes.
  static func quote<Value>(_ key: StaticString, _ path: any WritableKeyPath<Quote, Value> & Sendable) -> EntryField {
    EntryField(key, of: [.quote]) { from, into in
      guard case .quote(let source) = from.details, case .quote(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .quote(target)
    }
  }
}
