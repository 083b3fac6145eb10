/// A web page about an entry.
public struct Link: Sendable, Hashable {
  /// The purpose of a page. Raw values are the values of `rel` in a catalog.
  public enum Relation: String, Sendable, Hashable, CaseIterable { case website, menu, order, registration, source }

  public let relation: Relation
  public let href: WebAddress

  public init(_ relation: Relation, _ href: WebAddress) {
    self.relation = relation
    self.href = href
  }
}
