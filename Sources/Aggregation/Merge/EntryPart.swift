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
    case "location.onCampus": member(name, \.location.onCampus) { $0.bool($1) }
    case "contact.phone": text(name, \.contact.phone)
    case "contact.email": text(name, \.contact.email)
    default:
      member(name, \.location.coordinate) { writer, coordinate in
        writer.beginObject()
        writer.key("latitude")
        writer.number(coordinate.latitude)
        writer.key("longitude")
        writer.number(coordinate.longitude)
        writer.endObject()
      }
    }
  }

  private static func text(_ name: String, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    member(name, path) { $0.string($1) }
  }

  /// Returns the part for a value of places. Entries of other kinds have none.
  private static func member<Value>(
    _ name: String, _ path: any WritableKeyPath<Place, Value?> & Sendable,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) -> EntryPart {
    EntryPart(
      name: name,
      json: { entry in
        guard let value = entry.place?[keyPath: path] else { return nil }
        var writer = JSONWriter(capacity: 256)
        write(&writer, value)
        return writer.text
      },
      copy: { from, into in
        guard case .place(let source) = from.details, case .place(var target) = into.details else { return }
        target[keyPath: path] = source[keyPath: path]
        into.details = .place(target)
      })
  }
}
