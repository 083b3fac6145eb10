/// Contact details of a place.
public struct Contact: Sendable, Hashable {
  /// The telephone number, as the feed sent it.
  public var phone: String?
  /// The email address.
  public var email: String?

  public init(phone: String? = nil, email: String? = nil) {
    self.phone = phone
    self.email = email
  }
}
