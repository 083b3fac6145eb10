import CampusCatalog
import OpeningHours
import SimdJSON

/// A unit of merging: a field of an entry, or a member of `location` or `contact`.
struct EntryPart: Sendable {
  /// The name: "hours", "location.address".
  let name: String
  /// Returns the value as canonical JSON text; nil if the entry has none.
  let json: @Sendable (Entry) -> String?
  /// Copies the value from one entry to another of the same kind.
  let copy: @Sendable (_ from: Entry, _ into: inout Entry) -> Void

  /// All parts, in the order of the catalog's keys.
  static let all: [EntryPart] = Entry.Field.allCases.flatMap { field in
    let parts = field.info.parts
    return parts.isEmpty ? [whole(field)] : parts.map { part("\(field.rawValue).\($0)") }
  }

  /// Returns the part for a field that is merged as a whole. Hours without layers count as absent.
  private static func whole(_ field: Entry.Field) -> EntryPart {
    EntryPart(
      name: field.rawValue,
      json: { entry in field == .hours && entry.place?.hours?.layers.isEmpty != false ? nil : entry.json(of: field) },
      copy: field.info.copy)
  }

  /// Returns the part for a member of `location` or `contact`.
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

  /// Returns the part for a text of a place.
  private static func text(_ name: String, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    EntryPart(
      name: name, json: { $0.place.flatMap { $0[keyPath: path] }.map(quoted) },
      copy: { from, into in edit(from, &into) { $1[keyPath: path] = $0[keyPath: path] } })
  }

  /// Changes a place with the values of another. Entries of other kinds stay as they are.
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

  /// Returns a position in degrees as JSON: `{"latitude":39.9526,"longitude":-75.1652}`.
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
