import CampusCatalog
import OpeningHours

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
        for field in correction.fields where !apply(field, of: correction, to: &entries[index]) {
          note(correction, "a correction sets \"\(field.rawValue)\", which no \(entries[index].kind.rawValue) has", &results)
        }
      } else {
        note(correction, "a correction names an entry that the feed does not have", &results)
      }
    }
  }

  /// Adds a note to the feed of a correction, if that feed was delivered.
  private func note(_ correction: Correction, _ detail: String, _ results: inout [FeedResult]) {
    // Sorted by feed.
    guard let feed = correction.id.feed, case let index = results.partitioningIndex(where: { $0.report.id >= feed }), index < results.count,
      results[index].report.id == feed, results[index].report.outcome.isDelivered
    else { return }
    results[index].report.notes.append(Note(.correctionUnused, entry: correction.id, detail))
  }

  /// Changes a field and records its provenance. Returns false if the entry has no such field.
  private func apply(_ field: Entry.Field, of correction: Correction, to entry: inout Entry) -> Bool {
    guard field.info.kinds.contains(entry.kind) else { return false }
    let before = entry
    var values = correction.values
    if field == .hours { values.hours = correction.hours(insteadOf: entry.hours, on: campus) }
    field.info.copy(values, &entry)
    entry.makeDatesConsistent()
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
    if old.map({ Array($0.utf8) }) == new.map({ Array($0.utf8) }) { return }
    let index = entry.provenance.firstIndex { $0.field == name }
    let before = index.map { entry.provenance.remove(at: $0) }
    var losers = before?.overridden ?? []
    if let old, before?.origin != .correction {
      let from = if case .entry(let id)? = before?.origin { id } else { entry.id }
      losers.insert(Provenance.OverriddenValue(from: from, value: old), at: 0)
    }
    entry.provenance.append(
      Provenance(field: name, origin: .correction, because: correction.because, until: correction.until, overridden: losers))
  }
}

extension Correction {
  /// Returns the corrected hours of a place or an event.
  fileprivate func hours(insteadOf old: Schedule?, on campus: Campus) -> Schedule? {
    let isAdded = !layers.isEmpty && layers.allSatisfy { $0.level == .manual }
    // Layers that are added to others use their zone.
    guard let zone = isAdded ? old?.zone ?? zone ?? campus.timeZone : zone ?? old?.zone ?? campus.timeZone else { return old }
    return Schedule(zone: zone, layers: isAdded ? (old?.layers ?? []) + layers : layers)
  }

  /// Returns whether the correction has not expired, in the zone of its campus; in UTC if that is unknown.
  func isInForce(on campus: Campus?, at moment: Instant) -> Bool {
    guard let until else { return true }
    return campus?.timeZone.map { $0.local(moment).date } ?? moment.local(offset: 0).date <= until
  }
}
