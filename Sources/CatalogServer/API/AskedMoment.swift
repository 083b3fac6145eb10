import CampusCatalog
import CatalogQuery
import OpeningHours

/// The moment that a question names.
struct AskedMoment: Sendable, Hashable {
  let instant: Instant
  /// The instants of campuses that have one of their own.
  var byCampus: [CampusID: Instant] = [:]
  let kind: MomentKind
}
