import CatalogQuery

/// Pairs the entries of one feed that have the same name, in linear time. Case, accents and punctuation do not matter.
struct NamePairs {
  private(set) var pairs: [(old: ParsedEntry, new: ParsedEntry)] = []
  /// The names that several old or new entries of one kind have, so that they were not paired; sorted.
  private(set) var ambiguous: [String] = []
  /// Whether there were too many entries to pair them.
  let isLeftOut: Bool

  /// With more entries than this in either catalog, the entries of a feed are not paired: memory stays bounded.
  static let limit = 100_000
  /// Places that are closer than this, in metres, have the same position.
  private static let samePosition = 100.0

  /// The entries with one name and kind.
  private struct Group {
    var old: [ParsedEntry] = []
    var new: [ParsedEntry] = []
  }

  private struct Key: Hashable {
    let kind: Entry.Kind
    let name: String
    /// Where the entry is; empty unless several entries have the name.
    var place = ""
  }

  /// Pairs entries by name alone.
  init(_ old: [ParsedEntry], _ new: [ParsedEntry]) {
    isLeftOut = max(old.count, new.count) > Self.limit
    guard !isLeftOut else { return }
    for (_, group) in Self.groups(old, new) {
      if group.old.count == 1, group.new.count == 1 {
        pairs.append((group.old[0], group.new[0]))
      } else {
        ambiguous += group.old.prefix(1).compactMap { $0.entry.name.flatMap { PlainText.line($0) } }
      }
    }
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
    sort()
  }

  private mutating func sort() {
    pairs.sort { $0.old.entry.id < $1.old.entry.id }
    ambiguous.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Groups entries by name. Groups with entries of only one of the catalogs, and entries without a name, are left out.
  private static func groups(_ old: [ParsedEntry], _ new: [ParsedEntry], byPlace: Bool = false) -> [Key: Group] {
    var groups: [Key: Group] = [:]
    for (entries, side) in [(old, \Group.old), (new, \Group.new)] {
      for parsed in entries {
        let name = SearchText(parsed.entry.name ?? "")
        guard !name.isEmpty else { continue }
        let place = byPlace ? parsed.entry.place?.location : nil
        let position = place?.coordinate.map { "\($0.latitude) \($0.longitude)" }
        let key = Key(
          kind: parsed.entry.kind, name: name.joined, place: SearchText(place?.building ?? place?.address ?? position ?? "").joined)
        groups[key, default: Group()][keyPath: side].append(parsed)
      }
    }
    return groups.filter { !$0.value.old.isEmpty && !$0.value.new.isEmpty }
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
