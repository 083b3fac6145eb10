/// One question to a feed.
public struct FeedRequest: Sendable, Hashable {
  /// The form of the answer; also the ending of its file in a recording.
  public enum Format: String, Sendable, Hashable { case json, xml }

  /// The name in the manifest: "venues".
  public let name: String
  /// 1 for the first; further pages of one name count up.
  public let page: Int
  /// The primary address, then mirrors.
  public let addresses: [FeedAddress]
  /// When it fails, a required one fails the feed; an optional one leaves a note. (A recording may end before a further page, and a
  /// server may have none.)
  public let isRequired: Bool
  public let format: Format
  /// What the adapter wants to know again when the answer comes; nobody else reads it.
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

  /// The same without the mirrors that never change.
  package var withoutFrozenAddresses: FeedRequest {
    guard addresses.contains(where: \.isFrozen) else { return self }
    return FeedRequest(
      name, page: page, addresses: addresses.filter { !$0.isFrozen }, isRequired: isRequired, format: format, cursor: cursor)
  }

  /// A server that has no further page says that there is none.
  package func isBeyondTheEnd(_ failure: TransportFailure) -> Bool { page > 1 && failure.reason == "http.404" }

  /// The name with the page, for notes: "venues", "guides.2".
  public var label: String { page == 1 ? name : "\(name).\(page)" }

  /// The name of its file in a recording: "venues.json", "guides.2.json".
  public var fileName: String { "\(label).\(format.rawValue)" }
}
