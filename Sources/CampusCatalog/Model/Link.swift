/// A web page about an entry.
public struct Link: Sendable, Hashable {
  /// The purpose of a page. Raw values are those of `rel` in a catalog.
  public enum Relation: String, Sendable, Hashable, CaseIterable { case website, menu, order, source }

  public let relation: Relation
  public let href: WebAddress

  public init(_ relation: Relation, _ href: WebAddress) {
    self.relation = relation
    self.href = href
  }
}

/// A picture of an entry.
public struct Image: Sendable, Hashable {
  /// What a picture shows. Raw values are those of `role` in a catalog.
  public enum Role: String, Sendable, Hashable, CaseIterable { case photo, logo }

  public let role: Role
  public let href: WebAddress

  public init(_ role: Role, _ href: WebAddress) {
    self.role = role
    self.href = href
  }
}
