/// How times, dates and distances are written for the people of a country, and in which language. Data formats do not depend on it.
///
///     RegionalStyle(country: "US")  // 6 PM, Fri, Nov 20, 0.3 mi
///     RegionalStyle(country: "GB")  // 18:00, Fri 20 Nov, 0.3 mi
///     RegionalStyle(country: nil)   // 18:00, Fri 20 Nov, 480 m
public struct RegionalStyle: Sendable, Hashable {
  /// The clock. Raw values are those of options and parameters.
  public enum Clock: String, Sendable, Hashable, CaseIterable {
    case twelveHours = "12"
    case twentyFourHours = "24"
  }

  /// The units of distances. Raw values are those of options and parameters.
  public enum Units: String, Sendable, Hashable, CaseIterable {
    case kilometers = "km"
    case miles = "mi"
  }

  public let clock: Clock
  public let units: Units
  /// Whether the month comes before the day: "Nov 20".
  public let hasMonthFirst: Bool
  /// The language of the texts.
  public let language: Language

  /// The words of the language.
  package var words: WordTable { language.words }

  /// The style of texts that belong to no country, or to several: the 24-hour clock, the day before the month, kilometers.
  public static let international = Self(country: nil)

  /// - Parameters:
  ///   - country: the country code (ISO 3166-1 alpha-2); nil for the international style.
  ///   - clock: the clock, if someone chose it; nil for the country's.
  ///   - units: the units, if someone chose them; nil for the country's.
  ///   - language: the language of the texts.
  public init(country: String?, clock: Clock? = nil, units: Units? = nil, language: Language = .english) {
    self.language = language
    let country = country ?? ""
    self.clock = clock ?? (Self.twelveHourCountries.contains(country) ? .twelveHours : .twentyFourHours)
    self.units = units ?? (Self.mileCountries.contains(country) ? .miles : .kilometers)
    hasMonthFirst = Self.monthFirstCountries.contains(country)
  }

  // The tables are from Unicode's CLDR, for English in each country.

  private static let twelveHourCountries = countries(
    """
    AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY HK HN IN IQ JM JO KH
    KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY QA SA SB SD SG SL SO SS SV SY SZ TC TD TN
    TO TT TW UM US UY VC VE VG VI VU WS YE ZM
    """)

  private static let monthFirstCountries = countries("AS BI BT CA CN CW DJ GU HM HU IR JP KP KR MH MP PA PH PR PY SR TR TW UM US VI XK")

  private static let mileCountries = countries("GB LR MM US")

  private static func countries(_ codes: String) -> Set<String> { Set(codes.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
