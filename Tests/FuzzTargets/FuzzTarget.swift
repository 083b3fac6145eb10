/// A part of the program that reads bytes from outside, and the properties that must hold for any bytes.
package struct FuzzTarget: Sendable {
  /// The name in commands, and of the target's files in `Tests/Fuzz`.
  package let name: String
  private let body: @Sendable ([UInt8]) throws -> Void

  private init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    body = check
  }

  /// Checks the properties for some bytes.
  ///
  /// - Throws: an error that describes the property that does not hold.
  package func check(_ bytes: [UInt8]) throws { try body(bytes) }

  /// All targets. Each has seeds in `Tests/Fuzz/seeds.py`, a dictionary and a corpus.
  package static let all: [FuzzTarget] = [
    FuzzTarget("json", JSONTarget.check),
    FuzzTarget("xml", XMLTarget.check),
    FuzzTarget("csv", CSVTarget.check),
    FuzzTarget("icalendar", CalendarTarget.check),
    FuzzTarget("osm-text", OSMTextTarget.check),
    FuzzTarget("week-text", WeekTextTarget.check),
    FuzzTarget("mapping", MappingTarget.check),
    FuzzTarget("registry", RegistryTarget.check),
    FuzzTarget("catalog", CatalogTarget.check),
    FuzzTarget("cursor", CursorTarget.check),
    FuzzTarget("requests", RequestsTarget.check),
    FuzzTarget("reply", ReplyTarget.check),
    FuzzTarget("row", RowTarget.check),
  ]
}
