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
        located("location.address", \.address) { $0.string($1) }, located("location.building", \.building) { $0.string($1) },
        located("location.abbreviation", \.abbreviation) { $0.string($1) }, located("location.room", \.room) { $0.string($1) },
        located("location.region", \.region) { $0.string($1) }, located("location.onCampus", \.onCampus) { $0.bool($1) },
        located("location.position", \.coordinate) { writer, coordinate in
          writer.beginObject()
          writer.members(of: coordinate)
          writer.endObject()
        },
      ]
    case .contact: [contact("contact.phone", \.contact.phone), contact("contact.email", \.contact.email)]
    case .endUnknown: []  // Says something about the hours, and is copied with them.
    default:
      // Hours without layers count as absent.
      [
        EntryPart(
          name: field.rawValue,
          json: { entry in field == .hours && entry.hours?.layers.isEmpty != false ? nil : entry.json(of: field) },
          copy: field.info.copy)
      ]
    }
  }

  private static func contact(_ name: StaticString, _ path: any WritableKeyPath<Place, String?> & Sendable) -> EntryPart {
    EntryPart(
      name: "\(name)", json: { entry in json(entry.place?[keyPath: path]) { $0.string($1) } }, copy: EntryFieldInfo.copying(path))
  }

  /// Returns the part for a member of the location. Entries without a location have none.
  private static func located<Value>(
    _ name: StaticString, _ path: any WritableKeyPath<Location, Value?> & Sendable,
    _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) -> EntryPart {
    EntryPart(
      name: "\(name)", json: { json($0.location?[keyPath: path], write) },
      copy: { from, into in
        guard let source = from.location, var target = into.location else { return }
        target[keyPath: path] = source[keyPath: path]
        into.location = target
      })
  }

  private static func json<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) -> String? {
    guard let value else { return nil }
    var writer = JSONWriter(capacity: 256)
    write(&writer, value)
    return writer.text
  }
}
