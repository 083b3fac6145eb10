/// A request for one document of a feed, such as a page of a list.
public struct FeedRequest: Sendable, Hashable {
  /// The format of a reply; also the file extension in a recording.
  public enum Format: String, Sendable, Hashable, CaseIterable { case json, xml, csv, ics }

  /// The name of the request, one of `AdapterManifest.requests` ("venues").
  public let name: String
  /// The page number, from 1. Name and page identify a request within a feed.
  public private(set) var page: Int
  /// The primary address, then its mirrors in order of preference. An address may have dates, such as `{date}`: the engine fills in those of
  /// the campus.
  public private(set) var addresses: [FeedAddress]
  /// Whether the feed fails if this request fails; otherwise the feed only gets a note. Likewise, a further page that is missing from the
  /// server (404) or from the recording only results in a note.
  public let isRequired: Bool
  public let format: Format
  /// Data that the adapter needs to interpret the reply, such as a page token. The engine ignores it.
  public let cursor: String?
  /// Whether a server other than the feed's own chose the address. The headers of the feed, which may be secret, are not sent then.
  public private(set) var isForeign: Bool

  /// Whether a web page is expected, whatever the format.
  package var isForPage = false

  /// The dates of which this page is one, if the request is sent for several.
  package var dates: RequestDates?
  /// Whether the campus's date was filled in in its addresses.
  package var isDated = false
  /// Whether a reply has the address, in which braces are nothing but text.
  package private(set) var isLinked = false

  /// Creates a request to addresses of the feed.
  public init(
    _ name: String, page: Int = 1, addresses: [FeedAddress], isRequired: Bool = true, format: Format = .json, cursor: String? = nil
  ) {
    self.init(name, page, addresses, isRequired: isRequired, format: format, cursor: cursor, isForeign: false)
  }

  /// Creates a request to an address that a reply names, such as that of the next page.
  public init(
    _ name: String, page: Int, address: String, in reply: FeedReply, isRequired: Bool = true, format: Format = .json,
    cursor: String? = nil
  ) {
    self.init(
      name, page, [FeedAddress(address)], isRequired: isRequired, format: format, cursor: cursor, isForeign: reply.isForeign)
    isLinked = true
  }

  private init(
    _ name: String, _ page: Int, _ addresses: [FeedAddress], isRequired: Bool, format: Format, cursor: String?, isForeign: Bool
  ) {
    self.name = name
    self.page = page
    self.addresses = addresses
    self.isRequired = isRequired
    self.format = format
    self.cursor = cursor
    self.isForeign = isForeign
  }

  /// Returns a copy with the given values replaced.
  package func with(_ addresses: [FeedAddress]? = nil, page: Int? = nil, isForeign: Bool? = nil) -> FeedRequest {
    var copy = self
    copy.addresses = addresses ?? self.addresses
    copy.page = page ?? self.page
    copy.isForeign = isForeign ?? self.isForeign
    return copy
  }

  /// The name and, from page 2 on, the page: "venues", "guides.2".
  public var label: String { page == 1 ? name : "\(name).\(page)" }

  /// The file name of the reply in a recording: "venues.json", "guides.2.json".
  public var fileName: String { "\(label).\(format.rawValue)" }
}
