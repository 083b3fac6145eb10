import CampusCatalog
public import OpeningHours
public import SimdJSON

/// A writer of the places with their dishes as JSON (`campus-menus/1`):
///
///     {"schema":"campus-menus/1","at":"2026-11-30T12:00:00+01:00","total":1,"places":[
///     {"id":"dd/mensa/4","campus":"dd","name":"Alte Mensa","status":{…},"distance":120.5,"menus":[{"id":…,"date":…,"sections":[…]}]}
///     ],"dishes":3,"leftOut":{"diet":2,"allergen":1,"allergensNotStated":4,"price":0,"priceNotStated":0}}
///
/// Each place has its own line. Menus are as in a catalog, with only the matching dishes. A place that is not in the catalog has neither a name
/// nor a status.
public enum MenuListWriter {
  /// The name and version of the format.
  public static let schema = "campus-menus/1"

  /// Returns a document.
  ///
  /// - Parameters:
  ///   - zone: the zone in which the instant is written; nil for UTC.
  ///   - fields: the members that places have; nil for all.
  ///   - members: writes additional members after the others.
  public static func document(
    _ results: MenuResults, at instant: Instant, in zone: Zone?, fields: ListFields? = nil, _ members: (inout JSONWriter) -> Void = { _ in }
  ) -> String {
    let total = results.places.total
    var list = ListWriter(
      .document(
        begin: { writer in
          writer.member("schema", schema)
          writer.member("at", instant, in: zone)
          writer.member("total", total)
        }, key: "places"), fields: fields)
    for listing in results.places.items { list.add(listing.write) }
    return list.finish { writer in
      writer.member("dishes", results.dishCount)
      writer.object("leftOut") { writer in
        writer.member("diet", results.leftOut.diet)
        writer.member("allergen", results.leftOut.allergen)
        writer.member("allergensNotStated", results.leftOut.allergensNotStated)
        writer.member("price", results.leftOut.price)
        writer.member("priceNotStated", results.leftOut.priceNotStated)
      }
      members(&writer)
    }
  }

  /// Returns newline-delimited JSON: only the places, one on each line.
  ///
  /// - Parameter fields: the members that places have; nil for all.
  public static func lines(_ results: MenuResults, fields: ListFields? = nil) -> String {
    var list = ListWriter(.lines, fields: fields)
    for listing in results.places.items { list.add(listing.write) }
    return list.finish()
  }
}

extension MenuListing {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id.description)
    writer.member("campus", id.feed?.campus.description)
    writer.member("name", place?.entry.name)
    if let place {
      writer.status(of: place)
      writer.distance(of: place)
    }
    writer.list("menus", menus) { $0.write(to: &$1) }
    writer.endObject()
  }
}

/// The JSON Schema (2020-12) of `campus-menus/1`, with the definitions of catalogs and lists that it uses.
public enum MenuListSchema {
  public static var bytes: [UInt8] { tree.schemaBytes }

  /// The names of the members of a place, and of the members of those: `status`, `status.state`. For `ListFields`.
  public static let fieldNames = tree.memberNames(of: ["placeMenus"])

  /// The schema as a value.
  package static let tree = JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/campus-menus-1.schema.json"))
    .completed(with: EntryListSchema.tree.value(at: ["$defs"])?.children.map { ($0.key, $0.value) } ?? [])
}
