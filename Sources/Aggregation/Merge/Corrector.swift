import CampusCatalog
import FeedKit
public import OpeningHours

/// Applies corrections to the merged entries of one campus. Corrections override all feeds until they expire.
struct Corrector {
  private let corrections: [Correction]
  private let campus: Campus

  /// - Parameter moment: the time at which corrections that have expired are left out.
  init(_ corrections: [Correction], on campus: Campus, at moment: Instant) {
    self.corrections = corrections.filter { $0.id.feed?.campus == campus.id && $0.isInForce(on: campus, at: moment) }
    self.campus = campus
  }

  /// Applies the corrections in the order of the registry, so that a later one overrides an earlier one.
  ///
  /// A correction may name an entry by an alias. If no entry has this id, or it cannot have the field, the feed gets the note
  /// `correction.unused`, provided that it was delivered.
  func correct(_ entries: inout [Entry], _ results: inout [FeedResult]) {
    guard !corrections.isEmpty else { return }
    var byID: [EntryID: Int] = [:]
    for (index, entry) in entries.enumerated() {
      byID[entry.id] = index
      for alias in entry.aliases { byID[alias] = index }
    }
    for correction in corrections {
      if let index = byID[correction.id] {
        for change in correction.changes where !apply(change, of: correction, to: &entries[index]) {
          note(
            correction, "a correction gives a \(entries[index].kind.rawValue) \"\(change.field.rawValue)\", which it cannot have", &results
          )
        }
      } else {
        note(correction, "a correction names an entry that the feed does not have", &results)
      }
    }
  }

  /// Adds a note to the feed of a correction, if that feed was delivered.
  private func note(_ correction: Correction, _ detail: String, _ results: inout [FeedResult]) {
    guard let feed = results.firstIndex(where: { $0.report.id == correction.id.feed }), results[feed].report.outcome.isDelivered else {
      return
    }
    results[feed].report.notes.append(Note(.correctionUnused, entry: correction.id, detail))
  }

  /// Applies a change and records its provenance. Returns false if the entry has no such field.
  private func apply(_ change: Correction.Change, of correction: Correction, to entry: inout Entry) -> Bool {
    let field = change.field
    let before = entry
    guard change.apply(to: &entry, on: campus) else { return false }
    let prefix = "\(field.rawValue)."
    if before.provenance.contains(where: { $0.field.hasPrefix(prefix) }) {
      // The field was merged by part, so record the correction by part.
      for part in EntryPart.all where part.name.hasPrefix(prefix) {
        note(correction, part.name, from: part.json(before), to: part.json(entry), in: &entry)
      }
    } else {
      note(correction, field.rawValue, from: before.json(of: field), to: entry.json(of: field), in: &entry)
    }
    entry.provenance.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    return true
  }

  /// Records the provenance of a corrected value, with the values that it overrides. Does nothing if the value is unchanged.
  private func note(_ correction: Correction, _ name: String, from old: String?, to new: String?, in entry: inout Entry) {
    if let old, let new, old.utf8.elementsEqual(new.utf8) { return }
    if old == nil, new == nil { return }
    let index = entry.provenance.firstIndex { $0.field == name }
    let before = index.map { entry.provenance.remove(at: $0) }
    var losers = before?.overridden ?? []
    if let old, before?.origin != .correction {
      let from: EntryID
      if case .entry(let id)? = before?.origin { from = id } else { from = entry.id }
      losers.insert(Provenance.OverriddenValue(from: from, value: old), at: 0)
    }
    entry.provenance.append(
      Provenance(field: name, origin: .correction, because: correction.because, until: correction.until, overridden: losers))
  }
}

extension Correction.Change {
  var field: Entry.Field {
    switch self {
    case .name: .name
    case .category: .category
    case .categoryLabel: .categoryLabel
    case .tags: .tags
    case .labels: .labels
    case .description: .description
    case .notice: .notice
    case .location: .location
    case .hours: .hours
    case .contact: .contact
    case .links: .links
    case .images: .images
    }
  }

  /// Applies the change. Returns false if the entry has no such field.
  fileprivate func apply(to entry: inout Entry, on campus: Campus) -> Bool {
    guard field.info.kinds.contains(entry.kind) else { return false }
    switch self {
    case .name(let name): entry.name = name
    case .tags(let tags): entry.tags = tags
    case .labels(let labels): entry.labels = labels
    case .description(let text): entry.description = text
    case .notice(let text): entry.notice = text
    case .links(let links): entry.links = links
    case .images(let images): entry.images = images
    case .category, .categoryLabel, .location, .hours, .contact:
      guard case .place(var place) = entry.details else { return false }
      apply(to: &place, on: campus)
      entry.details = .place(place)
    }
    return true
  }

  private func apply(to place: inout Place, on campus: Campus) {
    switch self {
    case .category(let category): place.category = category
    case .categoryLabel(let label): place.categoryLabel = label
    case .location(let location): place.location = location
    case .contact(let contact): place.contact = contact
    case .hours(let layers, let zone):
      let isAdded = !layers.isEmpty && layers.allSatisfy { $0.level == .manual }
      // Layers that are added to others use their zone.
      let existing = place.hours?.zone
      guard let zone = isAdded ? existing ?? zone ?? campus.timeZone : zone ?? existing ?? campus.timeZone else { return }
      place.hours = Schedule(zone: zone, layers: isAdded ? (place.hours?.layers ?? []) + layers : layers)
    default: return
    }
  }
}

extension Correction {
  /// Returns whether the correction has not expired, in the zone of its campus.
  func isInForce(on campus: Campus, at moment: Instant) -> Bool {
    guard let until else { return true }
    return campus.timeZone.map { $0.local(moment).date } ?? moment.local(offset: 0).date <= until
  }
}

extension Registry {
  /// Returns, for each correction in order, whether it is in force. The catalog changes with these even if no feed does.
  public func correctionsInForce(at moment: Instant) -> [Bool] {
    corrections.map { correction in
      guard let campus = campuses.first(where: { $0.id == correction.id.feed?.campus }) else { return false }
      return correction.isInForce(on: campus, at: moment)
    }
  }
}
