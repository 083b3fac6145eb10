import CampusCatalog
import OpeningHours
import SimdJSON

extension OSMComparison {
  public static let schema = "campus-osm/1"

  /// The comparison as a JSON document, `campus-osm/1`, with one finding on each line.
  public var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", Self.schema)
    writer.member("generatedAt", generatedAt.description)
    writer.key("within")
    writer.number(within)
    writer.member("places", compared)
    writer.member("matched", matched)
    writer.object("extract") { writer in
      let counts = extractCounts
      writer.member("elements", counts.read)
      writer.member("withoutTags", counts.withoutTags)
      writer.member("withoutPosition", counts.withoutPosition)
    }
    writer.list("outside", outside) { $1.string($0.description) }
    writer.list("unplaced", unplaced) { $1.string($0.description) }
    writer.member("hoursOnDatesOnly", hoursOnDatesOnly)
    writer.member("remarks", remarks)
    writer.literal(",\n\"findings\":[")
    for (index, finding) in findings.enumerated() {
      writer.literal(index == 0 ? "\n" : ",\n")
      writer.beginObject()
      Self.write(finding, to: &writer)
      writer.endObject()
    }
    writer.literal("\n]}\n")
    return writer.text
  }

  private static func write(_ finding: OSMFinding, to writer: inout JSONWriter) {
    writer.member("finding", finding.code.rawValue)
    writer.member("campus", finding.campus.description)
    writer.member("place", finding.place?.description)
    writer.member("name", finding.name)
    if let position = finding.position { writer.members(of: position) }
    writer.objects("elements", finding.elements) { element, writer in
      writer.member("id", element.id?.description)
      writer.member("page", element.id?.page)
      writer.member("name", element.name)
      if let position = element.position { writer.members(of: position) }
    }
    writer.member("distance", finding.distance.map { Int($0.rounded()) })
    writer.member("former", finding.former)
    if !finding.tags.isEmpty { writer.object("tags") { writer in for tag in finding.tags { writer.member(tag) } } }
    writer.member("remark", finding.remark)
    writer.member("text", finding.text)
  }

  /// The findings with a position as GeoJSON for map editors: the tags to set are properties, beside properties that begin with `finding`.
  public var geoJSON: String {
    var writer = JSONWriter()
    writer.literal("{\"type\":\"FeatureCollection\",\"features\":[")
    for (index, finding) in findings.enumerated() {
      writer.literal(index == 0 ? "\n" : ",\n")
      writer.beginObject()
      writer.member("type", "Feature")
      writer.key("geometry")
      if let position = finding.position {
        writer.beginObject()
        writer.member("type", "Point")
        writer.list("coordinates", [position.longitude, position.latitude]) { $1.number($0) }
        writer.endObject()
      } else {
        writer.null()
      }
      writer.object("properties") { writer in
        for tag in finding.tags { writer.member(tag) }
        writer.member("finding", finding.code.rawValue)
        writer.member("finding:text", finding.text)
        writer.member("finding:place", finding.place?.description)
        writer.member("finding:name", finding.name)
        let elements = finding.elements.map { $0.id?.page ?? OSMFinding.label($0) }
        writer.member("finding:element", elements.isEmpty ? nil : elements.joined(separator: ";"))
      }
      writer.endObject()
    }
    writer.literal("\n]}\n")
    return writer.text
  }
}

/// The JSON Schema (2020-12) of `campus-osm/1`, as bytes: the file in `Sources/CatalogExport/Schema`.
public enum OSMSchema {
  public static var bytes: [UInt8] { EmbeddedFiles.bytes(of: "Schema/campus-osm-1.schema.json") }
}
