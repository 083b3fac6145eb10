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

  /// A field of places.
  package static func place<Value>(
    _ key: StaticString, noun: String? = nil, parts: [String] = [], _ path: any WritableKeyPath<Place, Value> & Sendable
  ) -> EntryFieldInfo {
    EntryFieldInfo(key, of: [.place], noun: noun, parts: parts) { from, into in
      guard case .place(let source) = from.details, case .place(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .place(target)
    }
  }

  /// A field of events.
  static func event<Value>(_ key: StaticString, _ path: any WritableKeyPath<Event, Value> & Sendable) -> EntryFieldInfo {
    EntryFieldInfo(key, of: [.event]) { from, into in
      guard case .event(let source) = from.details, case .event(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .event(target)
    }
  }

  /// A field of alerts.
  static func alert<Value>(
    _ key: StaticString, noun: String? = nil, _ path: any WritableKeyPath<Alert, Value> & Sendable
  ) -> EntryFieldInfo {
    EntryFieldInfo(key, of: [.alert], noun: noun) { from, into in
      guard case .alert(let source) = from.details, case .alert(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .alert(target)
    }
  }

  /// A field of quotes.
  static func quote<Value>(_ key: StaticString, _ path: any WritableKeyPath<Quote, Value> & Sendable) -> EntryFieldInfo {
    EntryFieldInfo(key, of: [.quote]) { from, into in
      guard case .quote(let source) = from.details, case .quote(var target) = into.details else { return }
      target[keyPath: path] = source[keyPath: path]
      into.details = .quote(target)
    }
  }
}
