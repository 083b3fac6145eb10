import FeedKit

/// The adapter for ZenQuotes. Each reply is a batch of a larger collection. See README.md.
struct QuotesAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "quotes", version: 1, title: "ZenQuotes",
    summary: "Quotes with their authors; each reply is a different batch.",
    homepage: "https://zenquotes.io/",
    license: "Free with a link to zenquotes.io; at most 5 requests in 30 seconds.",
    requests: ["quotes"],
    cadence: 6 * 3600, isStream: true)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    for reply in replies {
      let document = try draft.open(reply)
      let quotes = document.root
      guard quotes.isArray else {
        throw AdapterError(
          .wrongShape, in: reply.request, "expected an array of quotes, found \(quotes.kind); see Adapters/Quotes/README.md")
      }
      if Self.saysTooManyRequests(quotes) {
        throw AdapterError(
          .rateLimited, in: reply.request, at: "/0", "the feed sent its rate limit error instead of quotes", retryAfter: 30)
      }
      draft.readRecords(quotes, in: reply) { (quote, notes) throws(JSONFieldError) in try Self.entry(quote, of: feed, &notes) }
    }
  }

  /// Returns whether the reply is a rate limit error, which looks like a quote.
  private static func saysTooManyRequests(_ quotes: JSONValue) -> Bool {
    var elements = quotes.elements
    while let quote = elements.next() {
      if quote["a"]?.string?.trimmedLowercase == "zenquotes.io" { return true }
      if quote["q"]?.string?.trimmedLowercase.hasPrefix("too many requests") == true { return true }
    }
    return false
  }

  private static func entry(_ quote: JSONValue, of feed: Feed, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let text = try quote.requiredLine("q")
    let author = try quote.line("a")
    let record = RecordKey.hash(text, author ?? "")
    guard let id = EntryID(feed: feed.id, record: record) else { throw quote.fault(.value, "no usable id") }
    var entry = Entry(
      id: id, campus: feed.campus.id, name: nil, sources: [SourceReference(feed: feed.id, record: record)],
      details: .quote(Quote(text: text, author: author)))
    if let image = try quote.address("i", noting: &notes) { entry.images = [Image(.photo, image)] }
    if let attribution { entry.links = [Link(.source, attribution)] }
    return entry
  }

  /// The terms of use require a link to the source with each quote.
  private static let attribution = WebAddress("https://zenquotes.io/")
}

extension String {
  fileprivate var trimmedLowercase: String { (PlainText.line(self) ?? "").lowercased() }
}
