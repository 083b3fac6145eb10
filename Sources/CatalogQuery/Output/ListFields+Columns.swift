/// The columns of lists of entries as tab-separated values, unless others are chosen.
extension ListFields {
  /// The columns of a list of places.
  package static let places = ListFields([
    "id", "name", "campus", "category", "status.state", "status.until", "status.opens", "status.sentence", "distance", "location.building",
    "location.address", "location.latitude", "location.longitude",
  ])

  package static let events = ListFields([
    "id", "name", "campus", "occurrence.state", "occurrence.starts", "occurrence.ends", "occurrence.sentence", "startDate", "endDate",
    "location.building", "location.room", "location.address", "organizer",
  ])

  package static let alerts = ListFields([
    "id", "name", "campus", "severity", "phase", "startsAt", "endsAt", "description",
  ])

  package static let quotes = ListFields(["id", "campus", "text", "author"])

  /// The columns of a list of entries of several kinds.
  package static let entries = ListFields(["id", "kind", "name", "campus", "status.state", "status.sentence"])
}
