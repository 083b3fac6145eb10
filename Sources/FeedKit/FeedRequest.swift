/// A request for one document of a feed, such as a page of a list.
public struct FeedRequest: Sendable, Hashable {
  /// The format of a reply; also the file extension in a recording.
  public enum Format: String, Sendable, Hashable, CaseIterable { case json, xml, csv }

  /// The name of the request, one of `AdapterManifest.requests` ("venues").
  public let name: String
  /// The page number, from 1. Name and page identify a request within a feed.
  public let page: Int
  /// The primary address, then its mirrors in order of preference.
  public let addresses: [FeedAddress]
  /// Whether the feed fails if this request fails; otherwise the feed only gets a note. A further page that a server (404) or a
  /// recording does not have only results in a note, too.
  public let isRequired: Bool
  public let format: Format
  /// Data that the adapter needs to interpret the reply, such as a page token. The engine ignores it.
  public let cursor: String?

  public init(
    _ name: String, page: Int = 1, addresses: [FeedAddress], isRequired: Bool = true, format: Format = .json, cursor: String? = nil
  ) {
    self.name = name
    self.page = page
    self.addresses = addresses
    self.isRequired = isRequired
    self.format = format
    self.cursor = cursor
  }

  /// Returns a copy with other addresses.
  package func with(_ addresses: [FeedAddress]) -> FeedRequest {
    FeedRequest(name, page: page, addresses: addresses, isRequired: isRequired, format: format, cursor: cursor)
  }

  /// The name and, from page 2 on, the page: "venues", "guides.2".
  public var label: String { page == 1 ? name : "\(name).\(page)" }

  /// The file name of the reply in a recording: "venues.json", "guides.2.json".
  public var fileName: String { "\(label).\(format.rawValue)" }
}
