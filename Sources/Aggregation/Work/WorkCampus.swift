package import CampusCatalog
import SimdJSON

/// A campus, with the links and corrections of its entries.
package struct WorkCampus: Sendable {
  package let campus: Campus
  /// The links between its entries; none in the lines of a catalog.
  let links: [EntryLink]
  /// The corrections of its entries, in the order in which they are applied; none in the lines of a catalog.
  let corrections: [Correction]
  /// The numbers of reports and entries that follow, in the lines of a catalog.
  let counts: (reports: Int, entries: Int)?

  init(_ campus: Campus, links: [EntryLink] = [], corrections: [Correction] = []) {
    self.campus = campus
    self.links = links
    self.corrections = corrections
    counts = nil
  }

  /// Creates a campus of a catalog.
  init(_ campus: Campus, reports: Int, entries: Int) {
    self.campus = campus
    links = []
    corrections = []
    counts = (reports, entries)
  }

  /// Whether entries of a single feed need no merge.
  var isPlain: Bool { links.isEmpty && corrections.isEmpty }
}

extension WorkCampus {
  func writeMembers(to writer: inout JSONWriter) {
    writer.key("campus")
    campus.write(to: &writer)
    if !links.isEmpty { writer.list("links", links) { $0.write(to: &$1) } }
    if !corrections.isEmpty { writer.list("corrections", corrections) { $1.json($0.text.utf8) } }
    writer.member("reports", counts?.reports)
    writer.member("entries", counts?.entries)
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["key", "type", "version", "campus", "links", "corrections", "reports", "entries"])
    if value["reports"] != nil || value["entries"] != nil {
      self.init(
        try Campus(reading: value.requiredObject("campus")), reports: try value.number("reports"), entries: try value.number("entries"))
      return
    }
    self.init(
      try Campus(reading: value.requiredObject("campus")), links: try value.list("links", EntryLink.init(reading:)),
      corrections: try value.list("corrections", Correction.init(reading:)))
    for id in links.flatMap(\.ids) + corrections.map(\.id) where id.feed?.campus != campus.id {
      throw value.fault(.value, "\(id) is not an entry of the campus \(campus.id)")
    }
  }
}
