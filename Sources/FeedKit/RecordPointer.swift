import Basics

/// The location of a record in the replies of a feed.
public struct RecordPointer: Sendable, Hashable {
  /// The label of the request: "venues", "guides.2".
  public let request: String
  /// The JSON Pointer of the array or object that contains the record ("/venues"); empty if the array is the root. For a record that is not
  /// in a list, its own pointer.
  public let parent: String
  /// The index of the record in the array, from 0, or the number of members before it in an object; nil for a record that is not in a list.
  public let index: Int?
  /// The key of the record in an object of records; nil in an array.
  public let key: String?

  public init(request: FeedRequest, parent: String, index: Int, key: String? = nil) {
    self.request = request.label
    self.parent = parent
    self.index = index
    self.key = key
  }

  /// Creates the pointer to a record that is not in a list.
  public init(request: FeedRequest, single pointer: String) {
    self.request = request.label
    (parent, index, key) = (pointer, nil, nil)
  }

  /// The JSON Pointer (RFC 6901) of the record: "/venues/12".
  public var pointer: String {
    guard let index else { return parent }
    return "\(parent)/\(key.map(JSONPointer.escape) ?? String(index))"
  }
}
