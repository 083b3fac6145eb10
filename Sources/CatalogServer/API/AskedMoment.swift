import CampusCatalog
import CatalogQuery
import OpeningHours

/// The moment that a question names.
struct AskedMoment: Sendable, Hashable {
  let instant: Instant
  /// The instants of campuses whose moment differs.
  var byCampus: [CampusID: Instant] = [:]
  let kind: MomentKind
}
