/// A quote.
public struct Quote: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var kind: EntryKind
  public var campus: String
  public var aliases: [String]?
  public var tags, labels: [String]?
  public var description, notice: String?
  public var links: [Link]?
  public var images: [Picture]?
  public var text: String
  public var author: String?
  public var sources: [EntrySource]?
}
