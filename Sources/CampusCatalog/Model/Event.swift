public import OpeningHours

/// The details of an event, which has dates but no times.
public struct Event: Sendable, Hashable {
  /// The city where an event takes place.
  public struct Venue: Sendable, Hashable {
    public var city: String?
    /// The state or region, as the feed sent it.
    public var state: String?
    /// The two-letter code of the state, for the United States.
    public var stateCode: String?

    public init(city: String? = nil, state: String? = nil, stateCode: String? = nil) {
      self.city = city
      self.state = state
      self.stateCode = stateCode
    }
  }

  public var startDate: LocalDate
  /// The last day, inclusive.
  public var endDate: LocalDate
  /// The venue; nil if the feed does not say.
  public var venue: Venue?
  /// Whether taking part requires an account; nil if the feed does not say.
  public var loginRequired: Bool?

  public init(startDate: LocalDate, endDate: LocalDate, venue: Venue? = nil, loginRequired: Bool? = nil) {
    self.startDate = startDate
    self.endDate = endDate
    self.venue = venue
    self.loginRequired = loginRequired
  }
}
