/// The location of a record in the replies of a feed.
public struct RecordPlace: Sendable, Hashable {
  /// The label of the request: "venues", "guides.2".
  public let request: String
  /// The JSON Pointer of the array or object that contains the record ("/venues"); empty if the array is the root.
  public let parent: String
  /// The index of the record in the array, from 0, or the number of members before it in an object.
  public let index: Int
  /// The key of the record in an object of records; nil in an array.
  public let key: String?

  public init(request: FeedRequest, parent: String, index: Int, key: String? = nil) {
    self.request = request.label
    self.parent = parent
    self.index = index
    self.key = key
  }

  /// The JSON Pointer (RFC 6901) of the record: "/venues/12".
  public var pointer: String { "\(parent)/\(key.map(JSONPointer.escape) ?? String(index))" }
}
