import FeedKit

/// The adapter for the upcoming guides of Guidebook: events with dates, some with a venue. See README.md.
struct GuideAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "guide", version: 1, title: "Guidebook upcoming guides",
    summary: "Public event guides with their dates, some with a city.",
    homepage: "https://guidebook.com/",
    requests: ["guides"],
    cadence: 6 * 3600)

  /// Requests the next page, unless this one is empty, shorter than the first, or begins like the page before it. `total` is ignored,
  /// because it may be wrong.
  func followUps(to reply: FeedReply, for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    let request = reply.request
    let document: JSONDocument
    do { document = try JSONDocument(parsing: reply.body) } catch { throw AdapterError(error, in: request) }
    let data = try document.root.records("data", in: request)
    guard let cursor = PageCursor(after: request, count: data.count, first: data.firstURL) else { return [] }
    let addresses = (feed.addresses["guides"] ?? []).map { $0.adding("offset=\(cursor.offset)&limit=\(cursor.size)") }
    return [FeedRequest("guides", page: request.page + 1, addresses: addresses, cursor: cursor.text)]
  }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    var seen: Set<String> = []
    for reply in replies {
      let document = try draft.open(reply)
      let data = try document.root.records("data", in: reply.request)
      // A page that begins like an earlier one is the same page: the server ignores the offset.
      if let first = data.firstURL, !seen.insert(first).inserted {
        draft.note(.pageRepeats, in: reply, "the page begins like an earlier one and was skipped")
        continue
      }
      draft.readRecords(data, at: "/data", in: reply) { (guide, notes) throws(JSONFieldError) in try Self.entry(guide, of: feed, &notes) }
    }
  }

  private static func entry(_ guide: JSONValue, of feed: Feed, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let path = try guide.requiredLine("url")
    guard let record = number(of: path), let id = EntryID(feed: feed.id, record: record) else {
      throw guide.fault(.value, at: "url", "expected an address that ends with /guide/ and a number")
    }
    let start = try date(guide, "startDate")
    let end = try guide.line("endDate") == nil ? start : try date(guide, "endDate")
    guard start <= end else { throw guide.fault(.time, "\"endDate\" is before \"startDate\"") }
    let event = Event(startDate: start, endDate: end, venue: try venue(guide), loginRequired: try guide.flag("loginRequired"))
    var entry = Entry(
      id: id, campus: feed.campus.id, name: try guide.requiredLine("name"), sources: [SourceReference(feed: feed.id, record: record)],
      details: .event(event))
    if let page = WebAddress(absolute(path)) {
      entry.links = [Link(.website, page)]
    } else {
      notes.add(.url, at: "/url", "left out: not an absolute http or https address")
    }
    if let icon = try guide.address("icon", noting: &notes) { entry.images = [Image(.logo, icon)] }
    return entry
  }

  private static func absolute(_ address: String) -> String {
    if address.hasPrefix("//") { return "https:\(address)" }
    return address.hasPrefix("/") ? "https://guidebook.com\(address)" : address
  }

  /// Returns the number after `/guide/` at the end of the path of an address.
  private static func number(of address: String) -> String? {
    var path = address.prefix { $0 != "?" && $0 != "#" }
    while path.hasSuffix("/") { path.removeLast() }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).suffix(3)
    guard steps.count == 3, steps.dropLast().last == "guide", let number = steps.last, !number.isEmpty,
      number.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return String(number)
  }

  private static func date(_ guide: JSONValue, _ key: StaticString) throws(JSONFieldError) -> LocalDate {
    guard let date = EnglishDate.parse(try guide.requiredLine(key)) else {
      throw guide.fault(.time, at: key, "expected a date such as \"Jun 02, 2023\"")
    }
    return date
  }

  private static func venue(_ guide: JSONValue) throws(JSONFieldError) -> Event.Venue? {
    guard let venue = try guide.object("venue") else { return nil }
    let city = try venue.line("city")
    let state = try venue.line("state")
    guard city != nil || state != nil else { return nil }
    return Event.Venue(city: city, state: state, stateCode: state.flatMap(USState.code))
  }
}

extension JSONValue {
  fileprivate var firstURL: String? {
    var elements = elements
    while let row = elements.next() {
      if let url = row["url"]?.string { return url }
    }
    return nil
  }
}
