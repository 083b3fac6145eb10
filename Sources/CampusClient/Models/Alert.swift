public import OpeningHours

/// An alert of a campus.
public struct Alert: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var kind: EntryKind
  public var campus: String
  public var aliases: [String]?
  public var name: String
  public var tags, labels: [String]?
  public var description, notice: String?
  public var links: [Link]?
  public var images: [Picture]?
  /// `informational`, `minor` or `major`.
  public var severity: String
  public var startsAt, endsAt: Instant?
  public var sources: [EntrySource]?
  /// In lists: `active`, `upcoming` or `ended`.
  public var phase: String?
}
