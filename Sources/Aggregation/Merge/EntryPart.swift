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
  static let all: [EntryPart] = Entry.Field.allCases.flatMap { field in
    let parts = field.info.parts
    return parts.isEmpty ? [whole(field)] : parts.map { part("\(field.rawValue).\($0)") }
  }

  /// A field that is decided as a whole. Unknown hours count as no hours.
  private static func whole(_ field: Entry.Field) -> EntryPart {
    EntryPart(
      name: field.rawValue,
      json: { entry in field == .hours && entry.place?.hours?.layers.isEmpty != false ? nil : entry.json(of: field) },
      copy: field.info.copy)
  }

  /// A member of `location` or `contact`, by the name of the part.
  private static func part(_ name: String) -> EntryPart {
    switch name {
    case "location.address": text(name, \.location.address)
    case "location.building": text(name, \.location.building)
    case "location.abbreviation": text(name, \.location.abbreviation)
    case "location.region": text(name, \.location.region)
    case "location.onCampus":
      EntryPart(
        name: name, json: { $0.place?.location.onCampus.map { $0 ? "true" : "false" } },
        copy: { from, into in edit(from, &into) { $1.location.onCampus = $0.location.onCampus } })
    case "contact.phone": text(name, \.contact.phone)
    case "contact.email": text(name, \.contact.email)
    default:
      EntryPart(
        name: name, json: { $0.place?.location.coordinate.map(position) },
        copy: { from, into in edit(from, &into) { $1.location.coordinate = $0.location.coordinate } })
    }
  }

  private static func text(_ name: String, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    EntryPart(
      name: name, json: { $0.place.flatMap { $0[keyPath: path] }.map(quoted) },
      copy: { from, into in edit(from, &into) { $1[keyPath: path] = $0[keyPath: path] } })
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
