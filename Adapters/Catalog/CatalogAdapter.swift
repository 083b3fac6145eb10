import FeedKit

/// The adapter for catalogs of other `aggregate` programs. See README.md.
struct CatalogAdapter: FeedAdapter {
  let manifest: AdapterManifest = {
    var manifest = AdapterManifest(
      id: "catalog", version: 1, title: "Catalog of another aggregate",
      summary: "Entries and feed reports of a catalog, as JSON or NDJSON.",
      homepage: "", requests: ["catalog"], cadence: 900)
    manifest.readsCatalogs = true
    return manifest
  }()

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    guard let reply = replies.first else { return }
    if CatalogReader.isNDJSON(reply.body) {
      try Self.readLines(reply, into: &draft)
    } else {
      try Self.readCatalog(reply, into: &draft)
    }
  }

  private static func readCatalog(_ reply: FeedReply, into draft: inout FeedDraft) throws(AdapterError) {
    let document = try draft.open(reply)
    let root = document.root
    do throws(JSONFieldError) { try checkSchema(of: root) } catch { throw AdapterError(shape: error, in: reply.request) }
    var upstream = UpstreamReader(draft.feed, reply)
    upstream.readCampuses(try root.records("campuses", in: reply.request), &draft)
    upstream.readReports(try root.records("feeds", in: reply.request), &draft)
    try upstream.readEntries(try root.records("entries", in: reply.request), at: "/entries", into: &draft)
  }

  private static func checkSchema(of root: JSONValue) throws(JSONFieldError) {
    guard root.isObject else { throw root.fault(.type, "expected a catalog, found \(root.kind)") }
    let schema = try root.requiredText("schema")
    guard schema != Catalog.schema else { return }
    let found = PlainText.line(schema).map { String($0.prefix(60)) } ?? ""
    throw root.fault(
      .value, at: "schema",
      "the catalog has the schema \"\(found)\", and this version reads \"\(Catalog.schema)\"; update the older of the two programs")
  }

  /// Reads entries as NDJSON, one a line; empty lines are allowed. A line that is not an object refuses the reply, because it may have been cut off.
  private static func readLines(_ reply: FeedReply, into draft: inout FeedDraft) throws(AdapterError) {
    // The lines as the elements of one array, so that the limits of a reply apply, with the same line numbers.
    var array = [UInt8(ascii: "[")]
    array.reserveCapacity(reply.body.count + 64)
    var isFirst = true
    for (number, line) in reply.body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if number > 0 { array.append(UInt8(ascii: "\n")) }
      guard let start = line.firstIndex(where: { $0 > 0x20 }), let end = line.lastIndex(where: { $0 > 0x20 }) else { continue }
      guard line[start] == UInt8(ascii: "{"), line[end] == UInt8(ascii: "}") else {
        throw AdapterError(
          .wrongLine, in: reply.request, "\(reply.request.fileName), line \(number + 1): expected an object on one line; it may be cut off")
      }
      if !isFirst { array.append(UInt8(ascii: ",")) }
      isFirst = false
      array.append(contentsOf: line)
    }
    array.append(UInt8(ascii: "]"))
    let list = FeedReply(
      to: reply.request, headers: reply.headers, body: array, url: reply.url, receivedAt: reply.receivedAt, isForeign: reply.isForeign)
    let document = try draft.open(list)
    var upstream = UpstreamReader(draft.feed, list)
    try upstream.readEntries(document.root, at: "", hasReports: false, into: &draft)
    draft.note(.catalogUnreported, in: reply, "NDJSON has no feed reports; the outcomes and ages of its feeds are those of the file")
  }
}

extension ReasonCode {
  fileprivate static let wrongLine = ReasonCode("json.syntax")
}
