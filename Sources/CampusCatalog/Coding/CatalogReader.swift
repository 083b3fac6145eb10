import OpeningHours
public import SimdJSON

/// Reads catalog files. Every value is validated, so that a catalog from an unknown source has only entries that a feed could have.
public enum CatalogReader {
  /// Reads a catalog (`campus-catalog/1`).
  ///
  /// - Throws: the first error, with its position.
  public static func read(_ bytes: [UInt8]) throws(CatalogError) -> Catalog {
    if let catalog = readLines(bytes) { return catalog }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch { throw .json(error) }
    do { return try catalog(document.root) } catch { throw .shape(error) }
  }

  /// Reads a catalog in the layout of `CatalogWriter`: first the rest as a catalog without entries, then the entries.
  ///
  /// - Returns: nil for another layout or an error, so that the caller reads the whole document, which gives errors a position.
  private static func readLines(_ bytes: [UInt8]) -> Catalog? {
    let lineFeed = UInt8(ascii: "\n")
    var start = 0
    while let end = bytes[start...].firstIndex(of: lineFeed) {
      let line = bytes[start..<end]
      start = end + 1
      if line.elementsEqual(#""entries":["#.utf8) { break }
    }
    let text = bytes.last == lineFeed ? bytes.dropLast() : bytes[...]
    guard let last = text.lastIndex(of: lineFeed), let end = text[..<last].lastIndex(of: lineFeed), start < end,
      text[(end + 1)..<last].elementsEqual("],".utf8)
    else { return nil }
    guard let document = try? JSONDocument(parsing: Array(bytes[..<start] + bytes[end...])), let rest = try? catalog(document.root),
      rest.entries.isEmpty, let entries = try? EntryTextDecoder.entries(in: bytes[start..<end], hasCommas: true)
    else { return nil }
    let span = entries.span
    for index in span.indices.dropFirst() where !(span[index - 1].id < span[index].id) { return nil }
    return Catalog(generatedAt: rest.generatedAt, campuses: rest.campuses, feeds: rest.feeds, entries: entries)
  }

  private static func catalog(_ root: JSONValue) throws(JSONFieldError) -> Catalog {
    guard root.isObject else { throw root.fault(.type, "expected a catalog, found \(root.kind)") }
    let schema = try root.requiredText("schema")
    guard schema == Catalog.schema else {
      let found = PlainText.line(schema).map { String($0.prefix(60)) } ?? ""
      throw root["schema"]?.fault(
        .value, "unsupported schema \"\(found)\", expected \"\(Catalog.schema)\"; create the file again with this version")
        ?? root.fault(.missing, "\"schema\" is missing")
    }
    try root.expectOnly(["schema", "generatedAt", "campuses", "feeds", "entries", "contentHash"])
    guard let generatedAt = try root.instant("generatedAt") else { throw root.fault(.missing, "\"generatedAt\" is missing") }
    var campusIDs: Set<CampusID> = []
    let campuses = try root.requiredList("campuses") { (value) throws(JSONFieldError) in
      let campus = try Campus(reading: value)
      guard campusIDs.insert(campus.id).inserted else { throw value.fault(.value, "the campus \(campus.id) appears twice") }
      return campus
    }
    var feedIDs: Set<FeedID> = []
    let feeds = try root.requiredList("feeds") { (value) throws(JSONFieldError) in
      let feed = try FeedReport(reading: value)
      guard feedIDs.insert(feed.id).inserted else { throw value.fault(.value, "the feed \(feed.id) appears twice") }
      return feed
    }
    var lastID: EntryID?
    let entries = try root.requiredList("entries") { (value) throws(JSONFieldError) in
      let entry = try Entry(reading: value)
      if let lastID, !(lastID < entry.id) { throw value.fault(.value, "entries must be sorted by id, each id once") }
      lastID = entry.id
      return entry
    }
    _ = try root.requiredParsed("contentHash", "a SHA-256 hash that begins with \"sha256:\"") { isContentHash($0) ? $0 : nil }
    return Catalog(generatedAt: generatedAt, campuses: campuses, feeds: feeds, entries: entries)
  }

  /// Returns whether a text has the form of a `contentHash`, such as "sha256:…". All readers of catalogs accept the same ones.
  package static func isContentHash(_ text: String) -> Bool {
    text.hasPrefix("sha256:") && text.utf8.count <= 100 && text.utf8.dropFirst(7).allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
  }
}

extension Campus {
  /// - Parameters:
  ///   - old: the source of values that the object lacks; nil if they are required.
  ///   - others: further keys that the object may have.
  public init(reading value: JSONValue, insteadOf old: Campus? = nil, besides others: [StaticString] = []) throws(JSONFieldError) {
    try value.expectOnly(["id", "name"] + others + ["timeZone", "country", "location", "calendar"])
    let id = try value.requiredParsed("id", "a campus id") { CampusID($0) }
    let name: String? = try value.parsed("name", "a name that is not empty") { $0.isEmpty ? nil : $0 }
    guard let name = name ?? old?.name else { throw value.fault(.missing, "\"name\" is missing") }
    let zone: Zone? = try value.parsed("timeZone", "an IANA time zone such as \"America/New_York\"") { Zone($0) }
    let country: String? = try value.parsed("country", "two upper-case letters") { text in
      text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ? text : nil
    }
    var location = old?.location
    if let object = try value.object("location") {
      try object.expectOnly(["latitude", "longitude"])
      location = try object.coordinate()
    }
    let calendar = try value.array("calendar") == nil ? old?.calendar ?? [] : try value.list("calendar", Period.init(reading:))
    self.init(
      id: id, name: name, timeZone: zone ?? old?.timeZone, country: country ?? old?.country, location: location, calendar: calendar)
  }
}

extension Campus.Period {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["name", "kind", "from", "to"])
    let kind = try value.requiredParsed("kind", "\"term\", \"break\" or \"holiday\"") { Kind(rawValue: $0) }
    let from = try value.requiredParsed("from", "a date") { LocalDate($0) }
    let to = try value.requiredParsed("to", "a date") { LocalDate($0) }
    guard let period = Self(kind, name: try value.requiredText("name"), from: from, to: to) else {
      throw value.fault(.value, "\"to\" is before \"from\"")
    }
    self = period
  }
}

extension FeedReport {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly([
      "id", "campus", "adapter", "license", Self.formerLicenseKey, "url", "via", "outcome", "reason", "fetchedAt", "checkedAt", "etag",
      "sha256",
      "bytes", "attempts", "entries", "rejected", "notes",
    ])
    let id = try value.requiredParsed("id", "a feed id") { FeedID($0) }
    guard try value.requiredText("campus") == id.campus.description else {
      throw value.fault(.value, "\"campus\" does not match the feed id")
    }
    self.init(
      id: id, adapter: try value.requiredParsed("adapter", "an adapter id") { AdapterID($0) },
      outcome: try value.requiredParsed("outcome", "an outcome") { Outcome(rawValue: $0) },
      reason: try value.text("reason").map(ReasonCode.init),
      entries: try value.count("entries") ?? 0, rejected: try value.count("rejected") ?? 0)
    license = try value.text(value["license"] == nil ? Self.formerLicenseKey : "license")
    url = try value.text("url")
    via = try value.list("via") { (address) throws(JSONFieldError) in
      try address.parsed("the address of a catalog") { WebAddress($0) }.description
    }
    fetchedAt = try value.instant("fetchedAt")
    checkedAt = try value.instant("checkedAt")
    etag = try value.text("etag")
    sha256 = try value.text("sha256")
    bytes = try value.count("bytes")
    attempts = try value.count("attempts")
    notes = try value.list("notes", Note.init(reading:))
  }
}

extension Note {
  package init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["code", "request", "pointer", "entry", "detail"])
    self.init(
      ReasonCode(try value.requiredText("code")), request: try value.text("request"), pointer: try value.text("pointer"),
      entry: try value.parsed("entry", "an entry id") { EntryID($0) }, try value.requiredText("detail"))
  }
}

/// An error that describes why a catalog could not be read.
public enum CatalogError: Error, Sendable, Hashable {
  /// The text is not valid JSON.
  case json(JSONError)
  /// A value is not valid at that position of a catalog.
  case shape(JSONFieldError)
  /// A line of NDJSON is invalid. Lines and columns are counted from 1.
  case line(Int, column: Int, String)
}
