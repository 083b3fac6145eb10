extension RegionalStyle {
  /// The clock, the units and the language that a reader chose for texts.
  public struct Choice: Sendable, Hashable {
    /// The clock; nil for that of each country.
    public var clock: Clock?
    /// The units; nil for those of each country.
    public var units: Units?
    /// The language; nil for that of each country.
    public var language: Language?

    public init(clock: Clock? = nil, units: Units? = nil, language: Language? = .english) {
      (self.clock, self.units, self.language) = (clock, units, language)
    }

    /// The choice, for texts that are only in English.
    package var inEnglish: Self { Self(clock: clock, units: units) }

    /// Returns the style of texts about a country.
    ///
    /// - Parameter country: the country code (ISO 3166-1 alpha-2); nil for the international style.
    public func style(of country: String?) -> RegionalStyle {
      let language = language ?? country.flatMap { Language(country: $0) } ?? .english
      return RegionalStyle(country: country, clock: clock, units: units, language: language)
    }

    /// Returns the style of texts about several countries: that of the country if all are the same, otherwise the international one in the
    /// language of all of them, or else in English.
    public func style(ofAll countries: some Sequence<String?>) -> RegionalStyle {
      let all = Set(countries)
      if all.count == 1, let only = all.first { return style(of: only) }
      let shared = Language.shared(by: all.map { style(of: $0).language })
      return RegionalStyle(country: nil, clock: clock, units: units, language: language ?? shared)
    }
  }
}
