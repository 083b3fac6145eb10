public import OpeningHours

/// The details of a place: its category, location and hours.
public struct Place: Sendable, Hashable {
  /// Who may go to a place, and how. Raw values are the values of `access` in a catalog.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    /// Anyone.
    case `public`
    /// Members of the campus, or of a group of it, such as those with a card.
    case members
    /// By appointment only.
    case appointment
    /// Nobody: the place is a chat or a telephone line, which is not near anyone.
    case remote

    /// The values, for messages.
    package static let form = "\"public\", \"members\", \"appointment\" or \"remote\""
  }

  public var category: Category
  /// The feed's own term for the category.
  public var categoryLabel: String?
  /// The location; empty if the feed has none.
  public var location: Location
  /// The opening hours. Nil if the feed has no hours for any place; a schedule without layers if this place's are unknown.
  public var hours: Schedule?
  /// Contact details; empty if the feed has none.
  public var contact: Contact
  /// Who may go there; nil if the feed does not say.
  public var access: Access?
  /// The place of which this one is a part, such as the library of a reading room; nil if the feed does not say. An entry of the same campus.
  public var partOf: EntryID?

  public init(
    category: Category, categoryLabel: String? = nil, location: Location = Location(), hours: Schedule? = nil, contact: Contact = Contact(),
    access: Access? = nil, partOf: EntryID? = nil
  ) {
    self.category = category
    self.categoryLabel = categoryLabel
    self.location = location
    self.hours = hours
    self.contact = contact
    self.access = access
    self.partOf = partOf
  }
}

/// Contact details of a place.
public struct Contact: Sendable, Hashable {
  /// The telephone number, as the feed sent it.
  public var phone: String?
  public var email: String?

  public init(phone: String? = nil, email: String? = nil) {
    self.phone = phone
    self.email = email
  }
}

/// The category of a place. The feed's own term is in `Place.categoryLabel`.
public enum Category: String, Sendable, Hashable, CaseIterable {
  case diningHall = "dining-hall"
  case cafe, restaurant
  case fastFood = "fast-food"
  case bar, market, retail, library, gym, study, service, other
}
