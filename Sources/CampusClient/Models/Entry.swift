import OpeningHours

/// An entry of a catalog.
public enum Entry: Codable, Sendable, Hashable, Identifiable {
  case place(Place)
  case event(Event)
  case alert(Alert)
  case quote(Quote)
  case menu(Menu)

  private enum CodingKeys: String, CodingKey { case kind }

  /// Decodes an entry of the kind that it states.
  public init(from decoder: any Decoder) throws {
    switch try decoder.container(keyedBy: CodingKeys.self).decode(EntryKind.self, forKey: .kind) {
    case .place: self = .place(try Place(from: decoder))
    case .event: self = .event(try Event(from: decoder))
    case .alert: self = .alert(try Alert(from: decoder))
    case .quote: self = .quote(try Quote(from: decoder))
    case .menu: self = .menu(try Menu(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .place(let place): try place.encode(to: encoder)
    case .event(let event): try event.encode(to: encoder)
    case .alert(let alert): try alert.encode(to: encoder)
    case .quote(let quote): try quote.encode(to: encoder)
    case .menu(let menu): try menu.encode(to: encoder)
    }
  }

  mutating func setReceived(_ instant: Instant) {
    guard case .place(var place) = self else { return }
    place.receivedAt = instant
    self = .place(place)
  }

  /// The feeds of its records.
  var feeds: [String] {
    let sources: [EntrySource]? =
      switch self {
      case .place(let place): place.sources
      case .event(let event): event.sources
      case .alert(let alert): alert.sources
      case .quote(let quote): quote.sources
      case .menu(let menu): menu.sources
      }
    return (sources ?? []).map(\.feed)
  }

  public var kind: EntryKind {
    switch self {
    case .place: .place
    case .event: .event
    case .alert: .alert
    case .quote: .quote
    case .menu: .menu
    }
  }

  /// The id, such as "penn/dining/593".
  public var id: String {
    switch self {
    case .place(let place): place.id
    case .event(let event): event.id
    case .alert(let alert): alert.id
    case .quote(let quote): quote.id
    case .menu(let menu): menu.id
    }
  }
}

/// The kind of an entry.
public enum EntryKind: String, Codable, Sendable, Hashable, CaseIterable {
  case place, event, alert, quote, menu
}
