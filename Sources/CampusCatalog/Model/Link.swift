/// A page about an entry.
public struct Link: Sendable, Hashable {
  /// What a page is for. The raw values are those of `rel` in a catalog.
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
  /// What a picture shows. The raw values are those of `role` in a catalog.
  public enum Role: String, Sendable, Hashable, CaseIterable { case photo, logo }

  public let role: Role
  public let href: WebAddress

  public init(_ role: Role, _ href: WebAddress) {
    self.role = role
    self.href = href
  }
}

/// How to reach a place.
public struct Contact: Sendable, Hashable {
  /// A telephone number as the feed writes it.
  public var phone: String?
  public var email: String?

  public init(phone: String? = nil, email: String? = nil) {
    self.phone = phone
    self.email = email
  }
}
