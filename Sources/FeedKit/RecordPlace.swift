/// The location of a record in the replies of a feed.
public struct RecordPlace: Sendable, Hashable {
  /// The label of the request: "venues", "guides.2".
  public let request: String
  /// The JSON Pointer of the array that contains the record ("/venues"); empty if the array is the root.
  public let parent: String
  /// The index of the record in the array, from 0.
  public let index: Int

  public init(request: FeedRequest, parent: String, index: Int) {
    self.request = request.label
    self.parent = parent
    self.index = index
  }

  /// The JSON Pointer (RFC 6901) of the record: "/venues/12".
  public var pointer: String { "\(parent)/\(index)" }
}
