/// A language of texts that people read. Raw values are language tags (BCP 47), and those of options and parameters.
public enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case german = "de"
  case spanish = "es"
  case french = "fr"
  case italian = "it"

  /// Returns the language of most people in a country; nil for countries with others, or with several.
  ///
  /// - Parameter country: the country code (ISO 3166-1 alpha-2).
  public init?(country: String) {
    guard let language = Self.countries.first(where: { $0.value.contains(country) })?.key else { return nil }
    self = language
  }

  /// Returns the language that all texts have; English if they differ.
  package static func shared(by languages: some Sequence<Language>) -> Language {
    let all = Set(languages)
    return all.count == 1 ? all.first ?? .english : .english
  }

  /// Returns the language that a reader prefers; nil if none of them is known.
  ///
  /// - Parameter acceptLanguage: the value of the header `Accept-Language` (RFC 9110, 12.5.4): "de-CH, de;q=0.9, en;q=0.5".
  package init?(acceptLanguage: String) {
    var best: (language: Language, weight: Double)?
    // Browsers send a few.
    for part in acceptLanguage.split(separator: ",").prefix(20) {
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
      guard let tag = fields.first, let language = Language(rawValue: tag.prefix { $0 != "-" }.lowercased()) else { continue }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    guard let best else { return nil }
    self = best.language
  }

  /// The words of the language.
  package var words: WordTable {
    switch self {
    case .english: Self.englishWords
    case .german: Self.germanWords
    case .spanish: Self.spanishWords
    case .french: Self.frenchWords
    case .italian: Self.italianWords
    }
  }

  /// The name of the language in itself: "Deutsch".
  package var name: String { words.text("language-name") }

  // Each table is read when it is first used.
  private static let englishWords = WordTable(of: .english)
  private static let germanWords = WordTable(of: .german)
  private static let spanishWords = WordTable(of: .spanish)
  private static let frenchWords = WordTable(of: .french)
  private static let italianWords = WordTable(of: .italian)

  private static let countries: [Language: Set<String>] = [
    .english: ["AU", "CA", "GB", "IE", "NZ", "US"],
    .german: ["AT", "DE", "LI"],
    .spanish: [
      "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "ES", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY", "SV", "UY", "VE",
    ],
    .french: ["FR", "MC"],
    .italian: ["IT", "SM", "VA"],
  ]
}
