/// A problem with a feed's data or its delivery. A note never stops a run.
public struct Note: Sendable, Hashable {
  public let code: ReasonCode
  /// The request in whose reply the problem was found, such as "facilities"; nil if it is not about one reply.
  public let request: String?
  /// The JSON Pointer (RFC 6901) of the value in that reply.
  public let pointer: String?
  /// The entry that the note is about; nil if it is about the feed.
  public let entry: EntryID?
  /// A description of the problem, without a period.
  public let detail: String

  public init(_ code: ReasonCode, request: String? = nil, pointer: String? = nil, entry: EntryID? = nil, _ detail: String) {
    self.code = code
    self.request = request
    self.pointer = pointer
    self.entry = entry
    self.detail = detail
  }
}
