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
  static let all = Entry.Field.allCases.flatMap { (field) -> [EntryPart] in
    switch field {
    case .location:
      [
        text("location.address", \.location.address), text("location.building", \.location.building),
        text("location.abbreviation", \.location.abbreviation), text("location.region", \.location.region),
        member("location.onCampus", \.location.onCampus) { $0.bool($1) },
        member("location.position", \.location.coordinate) { writer, coordinate in
          writer.beginObject()
          writer.members(of: coordinate)
          writer.endObject()
        },
      ]
    case .contact: [text("contact.phone", \.contact.phone), text("contact.email", \.contact.email)]
    default:
      // Hours without layers count as absent.
      [
        EntryPart(
          name: field.rawValue,
          json: { entry in field == .hours && entry.place?.hours?.layers.isEmpty != false ? nil : entry.json(of: field) },
          copy: field.info.copy)
      ]
    }
  }

  private static func text(_ name: StaticString, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    member(name, path) { $0.string($1) }
  }

  /// Returns the part for a value of places. Entries of other kinds have none.
  private static func member<Value>(
    _ name: StaticString, _ path: any WritableKeyPath<Place, Value?> & Sendable,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) -> EntryPart {
    EntryPart(
      name: "\(name)",
      json: { entry in
        guard let value = entry.place?[keyPath: path] else { return nil }
        var writer = JSONWriter(capacity: 256)
        write(&writer, value)
        return writer.text
      },
      copy: EntryFieldInfo.copying(path))
  }
}
