extension RegionalStyle {
  /// The clock, the units and the language that a reader chose for texts; nil for those of each country.
  public struct Choice: Sendable, Hashable {
    public var clock: Clock?
    public var units: Units?

    public init(clock: Clock? = nil, units: Units? = nil) { (self.clock, self.units) = (clock, units) }

    /// Returns the style of texts about a country.
    ///
    /// - Parameter country: the country code (ISO 3166-1 alpha-2); nil for the international style.
    public func style(of country: String?) -> RegionalStyle { RegionalStyle(country: country, clock: clock, units: units) }

    /// Returns the style of texts about several countries: that of the country if all are the same, otherwise the international one.
    public func style(ofAll countries: some Sequence<String?>) -> RegionalStyle {
      let all = Set(countries)
      return style(of: all.count == 1 ? all.first ?? nil : nil)
    }
  }
}
