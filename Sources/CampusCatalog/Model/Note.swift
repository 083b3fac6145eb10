/// Something that people should know about a feed's data or its way here. Trouble is data; a note never stops a run.
public struct Note: Sendable, Hashable {
  /// The reason, for programs.
  public let code: ReasonCode
  /// The request in whose reply it was found: "facilities".
  public let request: String?
  /// RFC 6901 pointer into that reply.
  public let pointer: String?
  /// The entry that the note is about; nil if it is about the feed.
  public let entry: EntryID?
  /// One sentence without a full stop.
  public let detail: String

  public init(_ code: ReasonCode, request: String? = nil, pointer: String? = nil, entry: EntryID? = nil, _ detail: String) {
    self.code = code
    self.request = request
    self.pointer = pointer
    self.entry = entry
    self.detail = detail
  }
}
