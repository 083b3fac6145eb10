import CampusCatalog
import OpeningHours
import SimdJSON

/// A part of an entry that a merge decides as one: a field, or a member of `location` and `contact`.
struct EntryPart: Sendable {
  /// "hours", "location.address".
  let name: String
  /// The value as canonical JSON text; nil when the entry says nothing.
  let json: @Sendable (Entry) -> String?
  /// Puts the value of one entry into another of the same kind.
  let copy: @Sendable (_ from: Entry, _ into: inout Entry) -> Void

  /// In the order of the catalog's keys.
  static let all: [EntryPart] = [
    field(.name) { $1.name = $0.name },
    place(.category) { $1.category = $0.category },
    place(.categoryLabel) { $1.categoryLabel = $0.categoryLabel },
    field(.tags) { $1.tags = $0.tags },
    field(.labels) { $1.labels = $0.labels },
    field(.description) { $1.description = $0.description },
    field(.notice) { $1.notice = $0.notice },
    text("location.address", \.location.address),
    text("location.building", \.location.building),
    text("location.abbreviation", \.location.abbreviation),
    text("location.region", \.location.region),
    EntryPart(
      name: "location.onCampus", json: { $0.place?.location.onCampus.map { $0 ? "true" : "false" } },
      copy: { from, into in edit(from, &into) { $1.location.onCampus = $0.location.onCampus } }),
    EntryPart(
      name: "location.position", json: { $0.place?.location.coordinate.map(position) },
      copy: { from, into in edit(from, &into) { $1.location.coordinate = $0.location.coordinate } }),
    hours,
    text("contact.phone", \.contact.phone),
    text("contact.email", \.contact.email),
    field(.links) { $1.links = $0.links },
    field(.images) { $1.images = $0.images },
    other(.startDate), other(.endDate), other(.venue), other(.loginRequired), other(.severity), other(.startsAt), other(.endsAt),
    other(.text), other(.author),
  ]

  /// Hours that are not known say nothing.
  private static let hours = EntryPart(
    name: "hours", json: { $0.place?.hours?.layers.isEmpty == false ? $0.json(of: .hours) : nil },
    copy: { from, into in edit(from, &into) { $1.hours = $0.hours } })

  private static func field(_ field: Entry.Field, _ copy: @escaping @Sendable (Entry, inout Entry) -> Void) -> EntryPart {
    EntryPart(name: field.rawValue, json: { $0.json(of: field) }, copy: { copy($0, &$1) })
  }

  private static func place(_ field: Entry.Field, _ copy: @escaping @Sendable (Place, inout Place) -> Void) -> EntryPart {
    EntryPart(name: field.rawValue, json: { $0.json(of: field) }, copy: { from, into in edit(from, &into, copy) })
  }

  private static func text(_ name: String, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    EntryPart(
      name: name, json: { $0.place.flatMap { $0[keyPath: path] }.map(quoted) },
      copy: { from, into in edit(from, &into) { $1[keyPath: path] = $0[keyPath: path] } })
  }

  /// Details of events, alerts and quotes.
  private static func other(_ field: Entry.Field) -> EntryPart {
    EntryPart(
      name: field.rawValue, json: { $0.json(of: field) },
      copy: { from, into in
        switch (from.details, into.details) {
        case (.event(let source), .event(var target)):
          switch field {
          case .startDate: target.startDate = source.startDate
          case .endDate: target.endDate = source.endDate
          case .venue: target.venue = source.venue
          default: target.loginRequired = source.loginRequired
          }
          into.details = .event(target)
        case (.alert(let source), .alert(var target)):
          switch field {
          case .severity: target.severity = source.severity
          case .startsAt: target.startsAt = source.startsAt
          default: target.endsAt = source.endsAt
          }
          into.details = .alert(target)
        case (.quote(let source), .quote(var target)):
          if field == .text { target.text = source.text } else { target.author = source.author }
          into.details = .quote(target)
        default: return
        }
      })
  }

  private static func edit(_ from: Entry, _ into: inout Entry, _ change: (Place, inout Place) -> Void) {
    guard case .place(let source) = from.details, case .place(var target) = into.details else { return }
    change(source, &target)
    into.details = .place(target)
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.string(text)
    return writer.text
  }

  private static func position(_ coordinate: Coordinate) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("latitude")
    writer.number(coordinate.latitude)
    writer.key("longitude")
    writer.number(coordinate.longitude)
    writer.endObject()
    return writer.text
  }
}
