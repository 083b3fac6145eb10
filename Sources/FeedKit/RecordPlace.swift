/// The place of a record in the replies of a feed.
public struct RecordPlace: Sendable, Hashable {
  /// The request with its page: "venues", "guides.2".
  public let request: String
  /// The pointer of the array that contains it.
  public let parent: String
  public let index: Int

  public init(request: FeedRequest, parent: String, index: Int) {
    self.request = request.label
    self.parent = parent
    self.index = index
  }

  /// RFC 6901.
  public var pointer: String { "\(parent)/\(index)" }
}
