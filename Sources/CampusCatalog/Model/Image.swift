/// A picture of an entry.
public struct Image: Sendable, Hashable {
  /// The role of a picture. Raw values are the values of `role` in a catalog.
  public enum Role: String, Sendable, Hashable, CaseIterable { case photo, logo }

  public let role: Role
  public let href: WebAddress

  public init(_ role: Role, _ href: WebAddress) {
    self.role = role
    self.href = href
  }
}
