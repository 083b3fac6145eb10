package import CampusCatalog
package import OpeningHours

/// A correction that is in force: the fields that it changes, and why.
package struct ActiveCorrection: Sendable {
  package let id: EntryID
  package let fields: [Entry.Field]
  /// The service days whose hours it decides, in order; empty if it changes other fields or all days.
  package let dates: [LocalDate]
  /// The last day on which it applies; nil if it does not expire.
  package let until: LocalDate?
  package let because: String
}

extension Registry {
  /// Returns the corrections that are in force at a moment, in the order in which they are applied.
  package func corrections(inForceAt moment: Instant) -> [ActiveCorrection] {
    corrections.filter { $0.isInForce(on: $0.id.feed.flatMap { campus($0.campus) }, at: moment) }.map { correction in
      let dates = correction.layers.flatMap { layer -> [LocalDate] in
        if case .days(let days) = layer.rule { days.dates } else { [] }
      }
      return ActiveCorrection(
        id: correction.id, fields: correction.fields, dates: Set(dates).sorted(), until: correction.until, because: correction.because)
    }
  }
}
