import CampusCatalog

/// One request of a feed.
public struct FeedRequest: Sendable, Hashable {
  /// The format of the reply; also the extension of its file in a recording.
  public enum Format: String, Sendable, Hashable { case json, xml }

  /// The name in the manifest: "venues".
  public let name: String
  /// 1 for the first; further pages of one name count up.
  public let page: Int
  /// The primary address, then mirrors.
  public let addresses: [FeedAddress]
  /// When a required request fails, the feed fails; when an optional one fails, the feed gets a note. (A recording may end before a
  /// further page, and a server may have none.)
  public let isRequired: Bool
  public let format: Format
  /// What the adapter needs to know when the reply comes; only the adapter reads it.
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

  /// A copy without the mirrors that never change.
  package var withoutFrozenAddresses: FeedRequest {
    addresses.contains(where: \.isFrozen) ? with(addresses.filter { !$0.isFrozen }) : self
  }

  /// A copy with other addresses.
  package func with(_ addresses: [FeedAddress]) -> FeedRequest {
    FeedRequest(name, page: page, addresses: addresses, isRequired: isRequired, format: format, cursor: cursor)
  }

  /// The name with the page, for notes: "venues", "guides.2".
  public var label: String { page == 1 ? name : "\(name).\(page)" }

  /// The name of its file in a recording: "venues.json", "guides.2.json".
  public var fileName: String { "\(label).\(format.rawValue)" }
}
