import CampusCatalog

/// The places to which menus belong: those that links name, and those that places were merged into.
struct MenuPlaces {
  /// By the id of a record that has menus, the id that a link names.
  private var linked: [EntryID: EntryID] = [:]
  /// The ids of places by alias.
  private var merged: [EntryID: EntryID] = [:]

  /// - Parameters:
  ///   - links: the links of the campus. If several are about one record, the last one counts.
  ///   - entries: the merged entries of the campus.
  init(_ links: [EntryLink], _ entries: [Entry]) {
    for link in links where link.kind == .place {
      guard let place = link.ids.first else { continue }
      for record in link.ids.dropFirst() { linked[record] = place }
    }
    for entry in entries where entry.kind == .place {
      for alias in entry.aliases { merged[alias] = entry.id }
    }
  }

  /// Returns the ids of the places that menus belong to but that the catalog does not have, if a link is about them or about another record
  /// of their feed: it may have a typo.
  ///
  /// - Parameter entries: all entries, with menus that belong to the place of a link.
  func missingPlaces(_ entries: [Entry]) -> [EntryID] {
    if linked.isEmpty { return [] }
    let feeds = Set(linked.flatMap { [$0.key.feed, $0.value.feed] })
    let places = Set(entries.lazy.filter { $0.kind == .place }.map(\.id))
    let missing = entries.compactMap { entry -> EntryID? in
      guard let place = entry.menu?.place, !places.contains(place), feeds.contains(place.feed) else { return nil }
      return place
    }
    return Set(missing).sorted()
  }

  /// Returns the entries, with menus that belong to the place of a link or a merge. A place that is not in the catalog stays.
  func entries(_ entries: [Entry]) -> [Entry] {
    if linked.isEmpty && merged.isEmpty { return entries }
    return entries.map { entry in
      guard case .menu(var menu) = entry.details else { return entry }
      let place = linked[menu.place] ?? menu.place
      let found = merged[place] ?? place
      if found == menu.place { return entry }
      menu.place = found
      var entry = entry
      entry.details = .menu(menu)
      return entry
    }
  }
}
