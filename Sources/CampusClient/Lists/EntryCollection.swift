/// A list or a catalog.
public protocol EntryCollection {
  var entries: [Entry] { get }
}

extension EntryCollection {
  public var places: [Place] { entries.compactMap { if case .place(let place) = $0 { place } else { nil } } }
  public var events: [Event] { entries.compactMap { if case .event(let event) = $0 { event } else { nil } } }
  public var alerts: [Alert] { entries.compactMap { if case .alert(let alert) = $0 { alert } else { nil } } }
  public var quotes: [Quote] { entries.compactMap { if case .quote(let quote) = $0 { quote } else { nil } } }
  public var menus: [Menu] { entries.compactMap { if case .menu(let menu) = $0 { menu } else { nil } } }
}
