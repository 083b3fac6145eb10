import CampusCatalog
import CatalogQuery
import OpeningHours

/// Pairs the entries of one feed that have the same name, then entries with similar names (`SimilarNames`), in linear time. Case,
/// accents and punctuation do not matter. Entries that fit more than one entry of the other catalog are not paired.
struct NamePairs {
  private(set) var pairs: [(old: ParsedEntry, new: ParsedEntry)] = []
  /// The names that several old or new entries of one kind have, so that they were not paired; sorted.
  private(set) var ambiguous: [String] = []
  /// Whether there were too many entries to pair.
  let isLeftOut: Bool

  /// If either catalog has more entries than this, the entries of a feed are not paired, to limit memory.
  static let limit = 100_000
  /// If more entries than this have similar names in either catalog, they are not paired, to keep the time linear.
  private static let similarLimit = 20
  /// Places that are closer than this, in meters, have the same position.
  private static let samePosition = 100.0

  /// The entries with one name and kind.
  private struct Group {
    var old: [ParsedEntry] = []
    var new: [ParsedEntry] = []
  }

  private struct Key: Hashable {
    let kind: Entry.Kind
    let name: String
    /// The location of the entry; empty unless several entries have the name.
    var place = ""
  }

  /// Pairs entries by name alone.
  ///
  /// - Parameter allowsSimilar: whether similar names are enough for entries that are left.
  init(_ old: [ParsedEntry], _ new: [ParsedEntry], allowsSimilar: Bool) {
    isLeftOut = max(old.count, new.count) > Self.limit
    guard !isLeftOut else { return }
    for (_, group) in Self.groups(old, new) {
      if group.old.count == 1, group.new.count == 1 {
        pairs.append((group.old[0], group.new[0]))
      } else {
        ambiguous += group.old.prefix(1).compactMap { $0.entry.name.flatMap { PlainText.line($0) } }
      }
    }
    if allowsSimilar { pairSimilar(old, new) { _, _ in true } }
    sort()
  }

  /// Pairs entries that have the same name and are probably the same: places with the same building or position, and hours; and other
  /// entries in which nothing else has changed.
  ///
  /// - Parameter now: the time of the new catalog.
  init(probable old: [ParsedEntry], _ new: [ParsedEntry], now: Instant) {
    isLeftOut = max(old.count, new.count) > Self.limit
    guard !isLeftOut else { return }
    for (_, group) in Self.groups(old, new) {
      let isOne = group.old.count == 1 && group.new.count == 1
      for (_, part) in isOne ? [Key(kind: .place, name: ""): group] : Self.groups(group.old, group.new, byPlace: true) {
        guard part.old.count == 1, part.new.count == 1, Self.areAlike(part.old[0].entry, part.new[0].entry, now) else { continue }
        pairs.append((part.old[0], part.new[0]))
      }
    }
    pairSimilar(old, new) { Self.areAlike($0, $1, now) }
    sort()
  }

  /// Pairs places that are left and have similar names.
  ///
  /// - Parameter areAlike: whether two places with similar names have enough in common.
  private mutating func pairSimilar(_ old: [ParsedEntry], _ new: [ParsedEntry], _ areAlike: (Entry, Entry) -> Bool) {
    for byPlace in [false, true] {
      let paired = (old: Set(pairs.map(\.old.entry.id)), new: Set(pairs.map(\.new.entry.id)))
      let left = (old: old.filter { !paired.old.contains($0.entry.id) }, new: new.filter { !paired.new.contains($0.entry.id) })
      for (_, group) in Self.similarGroups(left.old, left.new, byPlace) where max(group.old.count, group.new.count) <= Self.similarLimit {
        let fits = group.old.map { before in
          group.new.indices.filter {
            Self.areSimilar(before.entry, group.new[$0].entry, byPlace) && areAlike(before.entry, group.new[$0].entry)
          }
        }
        for (before, found) in zip(group.old, fits) where found.count == 1 && fits.count(where: { $0.contains(found[0]) }) == 1 {
          pairs.append((before, group.new[found[0]]))
        }
      }
    }
  }

  /// Groups places by their names without the text in brackets, or by their positions and the first words of their names.
  private static func similarGroups(_ old: [ParsedEntry], _ new: [ParsedEntry], _ byPlace: Bool) -> [Key: Group] {
    groups(old, new) { entry in
      guard let place = entry.place, let name = entry.name else { return nil }
      let names = SimilarNames(name)
      guard byPlace else { return names.base.isEmpty ? nil : Key(kind: .place, name: names.base.joined) }
      let whereabouts = whereabouts(place.location)
      return names.firstWord.isEmpty || whereabouts.isEmpty ? nil : Key(kind: .place, name: names.firstWord, place: whereabouts)
    }
  }

  private static func areSimilar(_ old: Entry, _ new: Entry, _ byPlace: Bool) -> Bool {
    guard let from = old.name, let to = new.name else { return false }
    let (before, after) = (SimilarNames(from), SimilarNames(to))
    return byPlace ? before.extends(after) : before.abbreviates(after)
  }

  private mutating func sort() {
    pairs.sort { $0.old.entry.id < $1.old.entry.id }
    ambiguous.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Groups entries by name. Entries without a name are left out.
  private static func groups(_ old: [ParsedEntry], _ new: [ParsedEntry], byPlace: Bool = false) -> [Key: Group] {
    groups(old, new) { entry in
      let name = SearchText(entry.name ?? "")
      guard !name.isEmpty else { return nil }
      return Key(kind: entry.kind, name: name.joined, place: byPlace ? entry.place.map { whereabouts($0.location) } ?? "" : "")
    }
  }

  /// Groups entries. Groups with entries of only one of the catalogs, and entries without a key, are left out.
  private static func groups(_ old: [ParsedEntry], _ new: [ParsedEntry], _ key: (Entry) -> Key?) -> [Key: Group] {
    var groups: [Key: Group] = [:]
    for (entries, side) in [(old, \Group.old), (new, \Group.new)] {
      for parsed in entries {
        guard let key = key(parsed.entry) else { continue }
        groups[key, default: Group()][keyPath: side].append(parsed)
      }
    }
    return groups.filter { !$0.value.old.isEmpty && !$0.value.new.isEmpty }
  }

  /// The building, otherwise the address or position, as a key; empty if unknown.
  private static func whereabouts(_ location: Location) -> String {
    let position = location.coordinate.map { "\($0.latitude) \($0.longitude)" }
    return SearchText(location.building ?? location.address ?? position ?? "").joined
  }

  // MARK: - Evidence

  private static func areAlike(_ old: Entry, _ new: Entry, _ now: Instant) -> Bool {
    guard let from = old.place, let to = new.place else { return EntryComparison(old, new, now: now, zone: nil).changes.isEmpty }
    let evidence = [isSamePlace(from.location, to.location), hasSameHours(from.hours, to.hours, now)]
    return !evidence.contains(false) && evidence.contains(true)
  }

  /// Whether two locations have the same building, position or address; nil if they have nothing to compare.
  private static func isSamePlace(_ old: Location, _ new: Location) -> Bool? {
    var found: [Bool] = []
    if let from = old.building, let to = new.building { found.append(SearchText(from) == SearchText(to)) }
    if let from = old.coordinate, let to = new.coordinate { found.append(from.distance(to: to) <= samePosition) }
    if found.isEmpty, let from = old.address, let to = new.address { found.append(SearchText(from) == SearchText(to)) }
    return found.isEmpty ? nil : found.contains(true)
  }

  /// Whether two schedules have the same hours; nil if neither has hours, or they have no day in common.
  private static func hasSameHours(_ old: Schedule?, _ new: Schedule?, _ now: Instant) -> Bool? {
    if old?.layers.isEmpty ?? true, new?.layers.isEmpty ?? true { return nil }
    let comparison = HoursComparison(old, new, now: now)
    return comparison.hasNoCommonDay ? nil : comparison.changes.isEmpty
  }
}
