package import CampusCatalog
package import OpeningHours
package import SimdJSON

/// A correction of the hours of one place on some service days, in the form in which a command writes it into a registry file:
///
///     {"id": "penn/dining/593", "until": "2026-12-06", "because": "Snow",
///      "hours": {"layers": [{"level": "manual", "name": "Snow", "days": {"2026-12-05": []}}]}}
package struct HoursCorrection: Sendable, Hashable {
  package let id: EntryID
  /// The hours of each service day, at least one.
  package private(set) var days: DatedPlans
  /// The reason, on one line.
  package let because: String

  package init(_ id: EntryID, _ days: [DatedPlan], because: String) {
    (self.id, self.days, self.because) = (id, DatedPlans(days), because)
  }

  /// Reads an item of `corrections`; nil for one in any other form, such as that of a person.
  package init?(_ item: JSONTree) {
    let bytes = item.bytes
    guard let document = try? JSONDocument(parsing: bytes), let correction = try? Correction(reading: document.root),
      correction.fields == [.hours], correction.layers.count == 1, let layer = correction.layers.first, layer.level == .manual,
      case .days(let days) = layer.rule
    else { return nil }
    (id, self.days, because) = (correction.id, days, correction.because)
    guard self.item.bytes == bytes else { return nil }
  }

  /// Returns the correction without a day; nil if it has no other.
  package func without(_ date: LocalDate) -> HoursCorrection? {
    var correction = self
    correction.days = DatedPlans(days.filter { $0.date != date })
    return correction.days.isEmpty ? nil : correction
  }

  /// The last day on which the correction applies: the day after its last service day, whose night it decides.
  private var until: LocalDate? { days.dates.last.map { $0.adding(days: 1) ?? $0 } }

  /// The item of `corrections` in a registry file.
  package var item: JSONTree {
    // Layers that are added to others use the zone of those.
    let hours = Zone("UTC").map { Schedule(zone: $0, layers: [Layer(.manual, name: because, dates: days)]) }
    var writer = JSONWriter(capacity: 512)
    hours?.write(to: &writer)
    let layers = JSONTree(parsing: writer.bytes)?.value(at: ["layers"]) ?? .array([])
    return .object(
      [("id", .string(id.description))] + (until.map { [("until", .string($0.description))] } ?? [])
        + [("because", .string(because)), ("hours", .object([("layers", layers)]))])
  }
}
