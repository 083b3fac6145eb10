import FeedKit

/// How a feed that is split into pages is requested.
///
///     {"offset": "offset", "limit": "limit", "size": 100} the number of records to skip, and the most to send
///     {"page": "page", "first": 1}                          the number of the page
///     {"next": "/links/next"}                               the address of the next page is in the reply
///     {"link": "next"}                                      it is in the `Link` header of the reply, with this relation
///     {"days": 7, "missing": "empty"}                       one page for each date in the address
///
/// The last page is the one that is empty, shorter than the first, begins like an earlier one, or has no next address.
enum Paging: Sendable {
  case offset(parameter: String, limit: String?, size: Int?)
  case page(parameter: String, first: Int)
  case next(JSONPath)
  case link(String)
  case dates(RequestDates)

  init(reading value: JSONValue) throws(JSONFieldError) {
    if value["days"] != nil || value["weeks"] != nil {
      try value.expectOnly(RequestDates.keys)
      guard let dates = try RequestDates(reading: value) else { throw value.fault(.missing, "\"days\" or \"weeks\" is missing") }
      self = .dates(dates)
    } else if value["offset"] != nil {
      try value.expectOnly(["offset", "limit", "size"])
      let size = try value.integer("size")
      if let size, !(1...100_000).contains(size) { throw value.fault(.value, at: "size", "a number of records from 1 to 100000") }
      self = .offset(parameter: try value.parameter("offset") ?? "", limit: try value.parameter("limit"), size: size.map(Int.init))
    } else if value["page"] != nil {
      try value.expectOnly(["page", "first"])
      let first = try value.integer("first") ?? 1
      guard (0...1).contains(first) else { throw value.fault(.value, at: "first", "the first page is 0 or 1") }
      self = .page(parameter: try value.parameter("page") ?? "", first: Int(first))
    } else if value["link"] != nil {
      try value.expectOnly(["link"])
      self = .link(
        try value.requiredParsed("link", "the relation of a link, such as \"next\"") { text in
          !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") } ? text.lowercased() : nil
        })
    } else {
      try value.expectOnly(["next"])
      self = .next(try value.requiredPath("next"))
    }
  }

  /// The dates whose pages are requested; nil for the pages of a list.
  var dates: RequestDates? { if case .dates(let dates) = self { dates } else { nil } }

  /// Returns the query of the first page; nil if the address is requested as it is.
  var firstQuery: String? {
    guard case .offset(let parameter, let limit?, let size?) = self else { return nil }
    return "\(parameter)=0&\(limit)=\(size)"
  }

  /// Returns the request for the page after a reply; nil if that is the last one.
  ///
  /// - Parameters:
  ///   - count: the number of records in the reply.
  ///   - start: a text that identifies its first record, to detect a server that sends the same page again.
  /// - Throws: an error if the next page is on a server that the feed may not use: ignoring it would leave the list incomplete.
  func request(
    after reply: FeedReply, _ root: JSONValue, count: Int, start: String, of feed: Feed
  ) throws(AdapterError) -> FeedRequest? {
    let request = reply.request
    let addresses = feed.addresses[request.name] ?? []
    let query: (PageCursor) -> String
    switch self {
    case .dates: return nil
    case .next, .link:
      let (text, place): (String?, String) =
        switch self {
        case .next(let path): (root.value(at: path)?.string, path.description)
        case .link(let relation): (reply.headers["link"].flatMap { LinkHeader.target(relation, in: $0) }, "")
        default: (nil, "")
        }
      guard let text, !text.isEmpty,
        let page = Self.page(of: reply),
        let cursor = PageCursor(after: request, count: count, first: start, pagesHaveSize: false)
      else { return nil }
      guard let next = WebAddress(text) ?? page.resolving(text) else {
        throw AdapterError(.wrongShape, in: request, at: place, "the next page is not an http or https address")
      }
      if next.description == page.description { return nil }
      guard next.origin.lowercased() == page.origin.lowercased() || feed.hasServer(of: next.description) else {
        throw AdapterError(.policyHost, in: request, at: place, Self.advice(next, of: feed))
      }
      return FeedRequest(
        request.name, page: request.page + 1, address: next.description, in: reply, format: request.format, cursor: cursor.text)
    case .offset(let parameter, let limit, let size):
      query = { cursor in "\(parameter)=\(cursor.offset)" + (limit.map { "&\($0)=\(size ?? cursor.size)" } ?? "") }
    case .page(let parameter, let first):
      query = { _ in "\(parameter)=\(first + request.page)" }
    }
    guard let cursor = PageCursor(after: request, count: count, first: start) else { return nil }
    return FeedRequest(
      request.name, page: request.page + 1, addresses: addresses.map { $0.adding(query(cursor)) }, format: request.format,
      cursor: cursor.text)
  }
}

extension Paging {
  /// Returns why the next page is not requested, and what to do.
  private static func advice(_ next: WebAddress, of feed: Feed) -> String {
    let text = "the next page is on \(next.origin.prefix(200))"
    return next.isSecure || !feed.isSecure
      ? "\(text); list its host in the feed's \"hosts\" if it belongs to the feed"
      : "\(text), but a list that begins with https does not continue with http; ask the feed's owner to link its pages with https"
  }

  /// Returns the address of a page. (The address after redirects has no secrets, so it is used only if it is on another server.)
  private static func page(of reply: FeedReply) -> WebAddress? {
    guard let page = reply.request.addresses.first.flatMap({ WebAddress($0.url) }) else { return nil }
    guard let last = reply.url.flatMap({ WebAddress($0) }), last.origin.lowercased() != page.origin.lowercased() else { return page }
    return last
  }
}

extension JSONValue {
  /// Returns a member as the name of a query parameter.
  fileprivate func parameter(_ key: StaticString) throws(JSONFieldError) -> String? {
    try parsed(key, "the name of a query parameter") { text in
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&=#?+%".utf8.contains($0) } ? text : nil
    }
  }
}
