public import OpeningHours

/// A place, event, alert, quote or menu of a catalog.
///
/// `Entry` has the properties of all kinds. `details` has the properties of one kind. An entry does not depend on when its
/// feed was fetched or on the order of the records in the reply. Absent values are nil or empty.
public struct Entry: Sendable, Hashable {
  /// The details of an entry, by kind. Indirect, so that entries are cheap to move.
  public indirect enum Details: Sendable, Hashable {
    case place(Place)
    case event(Event)
    case alert(Alert)
    case quote(Quote)
    case menu(Menu)
  }

  /// The kind of an entry. Raw values are the values of `kind` in a catalog.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case place, event, alert, quote, menu }

  /// The stable id, unique in a catalog.
  public var id: EntryID
  /// The campus of the entry, which is the first part of its id.
  public var campus: CampusID
  /// Other ids of the same entry, sorted: those of merged entries and former ids.
  public var aliases: [EntryID] = []
  /// The name; nil only for quotes and menus.
  public var name: String?
  /// Search terms, such as "vegan".
  public var tags: [String] = []
  /// The feed's own labels.
  public var labels: [String] = []
  /// The description as plain text. Paragraphs are separated by line feeds.
  public var description: String?
  /// A short notice, such as "Closed for renovation".
  public var notice: String?
  public var links: [Link] = []
  public var images: [Image] = []
  public var details: Details
  /// The feed records that the entry comes from, sorted. At least one.
  public var sources: [SourceReference]
  /// The sources of individual fields, sorted by field. Empty unless several feeds or a correction contributed.
  public var provenance: [Provenance] = []

  public var kind: Kind {
    switch details {
    case .place: .place
    case .event: .event
    case .alert: .alert
    case .quote: .quote
    case .menu: .menu
    }
  }

  public var place: Place? { if case .place(let place) = details { place } else { nil } }

  public var event: Event? { if case .event(let event) = details { event } else { nil } }

  public var alert: Alert? { if case .alert(let alert) = details { alert } else { nil } }

  public var quote: Quote? { if case .quote(let quote) = details { quote } else { nil } }

  public var menu: Menu? { if case .menu(let menu) = details { menu } else { nil } }

  // These read or change one value without the rest: `place` copies all of it, which changes the reference counts of many texts.

  /// The hours of a place or an event; nil for other kinds, of which it cannot be set.
  public var hours: Schedule? {
    get {
      switch details {
      case .place(let place): place.hours
      case .event(let event): event.hours
      case .alert, .quote, .menu: nil
      }
    }
    set {
      switch details {
      case .place(var place):
        place.hours = newValue
        details = .place(place)
      case .event(var event):
        event.hours = newValue
        details = .event(event)
      case .alert, .quote, .menu: break
      }
    }
  }

  /// Whether the occurrences of an event have no stated end; false for other kinds, of which it cannot be set.
  package var endUnknown: Bool {
    get { if case .event(let event) = details { event.endUnknown } else { false } }
    set {
      guard case .event(var event) = details else { return }
      event.endUnknown = newValue
      details = .event(event)
    }
  }

  /// Makes the dates of an event consistent with its hours (`Event.makeDatesConsistent`).
  package mutating func makeDatesConsistent() {
    guard case .event(var event) = details, !event.hasConsistentDates else { return }
    event.makeDatesConsistent()
    details = .event(event)
  }

  /// The location of a place or an event; nil for other kinds, of which it cannot be set.
  public var location: Location? {
    get {
      switch details {
      case .place(let place): place.location
      case .event(let event): event.location
      case .alert, .quote, .menu: nil
      }
    }
    set {
      switch details {
      case .place(var place):
        place.location = newValue ?? Location()
        details = .place(place)
      case .event(var event):
        event.location = newValue ?? Location()
        details = .event(event)
      case .alert, .quote, .menu: break
      }
    }
  }
}

// In an extension, so that the memberwise initializer exists too: calling it constructs the entry in place, without copies.
extension Entry {
  public init(
    id: EntryID, campus: CampusID, name: String?, tags: [String] = [], labels: [String] = [], notice: String? = nil,
    links: [Link] = [], images: [Image] = [], sources: [SourceReference], details: Details
  ) {
    self.init(
      id: id, campus: campus, aliases: [], name: name, tags: tags, labels: labels, description: nil, notice: notice, links: links,
      images: images, details: details, sources: sources, provenance: [])
  }
}
