package import CampusCatalog
import FeedKit
import SimdJSON

/// A campus, with the links and corrections of its entries.
package struct WorkCampus: Sendable {
  package let id: CampusID
  /// Nil for a campus that only catalogs know.
  package let known: Campus?
  /// The first of all campuses that must be merged together, because a catalog may deliver them; nil for a campus by itself.
  let group: CampusID?
  /// The links between its entries; none in the lines of a catalog.
  let links: [EntryLink]
  /// The corrections of its entries, in the order in which they are applied; none in the lines of a catalog.
  let corrections: [Correction]
  /// The numbers of reports and entries that follow, in the lines of a catalog.
  let counts: (reports: Int, entries: Int)?

  init(
    _ id: CampusID, _ known: Campus?, group: CampusID? = nil, links: [EntryLink] = [], corrections: [Correction] = [],
    counts: (reports: Int, entries: Int)? = nil
  ) {
    (self.id, self.known, self.group, self.links, self.corrections, self.counts) = (id, known, group, links, corrections, counts)
  }
}

extension WorkCampus {
  func writeMembers(to writer: inout JSONWriter) {
    if let known {
      writer.key("campus")
      known.write(to: &writer)
    }
    writer.member("group", group?.description)
    if !links.isEmpty { writer.list("links", links) { $0.write(to: &$1) } }
    if !corrections.isEmpty { writer.list("corrections", corrections) { $1.json($0.text.utf8) } }
    writer.member("reports", counts?.reports)
    writer.member("entries", counts?.entries)
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["key", "type", "version", "campus", "group", "links", "corrections", "reports", "entries"])
    let known: Campus? = if let campus = try value.object("campus") { try Campus(reading: campus) } else { nil }
    let id = try value.requiredParsed("key", "the key of a campus") { CampusID(String($0.dropFirst("1 ".count))) }
    if let known, known.id != id { throw value.fault(.value, at: "key", "the key of the campus \(known.id) is \"1 \(known.id)\"") }
    if value["reports"] != nil || value["entries"] != nil {
      guard let known else { throw value.fault(.missing, "\"campus\" is missing") }
      self.init(id, known, counts: (try value.number("reports"), try value.number("entries")))
      return
    }
    self.init(
      id, known, group: try value.parsed("group", "a campus id") { CampusID($0) },
      links: try value.list("links", EntryLink.init(reading:)), corrections: try value.list("corrections", Correction.init(reading:)))
    for other in links.flatMap(\.ids) + corrections.map(\.id) where other.feed?.campus != id {
      throw value.fault(.value, "\(other) is not an entry of the campus \(id)")
    }
  }
}
