import Testing

@testable import OpeningHours

@Suite("Languages") struct LanguageTests {
  /// The names of values in a text.
  private func values(_ text: String) -> [String] { text.matches(of: /\{[a-z]+\}/).map { String($0.output) }.sorted() }

  @Test("Each table has the keys of the English one, in the same order, and its texts the same values", arguments: Language.allCases)
  func tables(language: Language) throws {
    let (words, english) = (language.words, Language.english.words)
    #expect(english.texts.count > 300)
    #expect(Set(words.texts.keys).symmetricDifference(english.texts.keys).sorted() == [])
    for (key, text) in english.texts.sorted(by: { $0.key < $1.key }) {
      let other = try #require(words.texts[key])
      #expect(!other.isEmpty && values(other) == values(text), "\(key): \(other)")
    }
    #expect(words.weekdays.count == 7 && words.fullWeekdays.count == 7 && words.months.count == 12 && words.fullMonths.count == 12)
    #expect(["one", "other"].contains(words.texts["form-of-zero"]))
  }

  @Test(
    "The language of a browser is the known one with the greatest weight",
    arguments: [
      ("de", Language.german), ("de-CH, de;q=0.9, en;q=0.8", .german), ("nl, fr;q=0.3, it;q=0.4", .italian), ("EN-us", .english),
      ("es; q=1", .spanish), ("nl", nil), ("", nil), ("*", nil), ("de;q=0", nil), ("de;q=x, fr;q=0.1", .french), ("fr, de", .french),
      ("deutsch", nil),
    ] as [(String, Language?)])
  func browsers(header: String, expected: Language?) { #expect(Language(acceptLanguage: header) == expected) }

  @Test("Without a choice, the language is that of the country, otherwise English")
  func countries() {
    let free = RegionalStyle.Choice(language: nil)
    #expect(
      ["DE", "AT", "FR", "IT", "MX", "US", "NL", "CH"].map { free.style(of: $0).language.rawValue } == [
        "de", "de", "fr", "it", "es", "en", "en", "en",
      ])
    #expect(free.style(of: nil).language == .english && free.style(ofAll: ["DE", "US"]).language == .english)
    #expect(free.style(ofAll: ["DE", "DE"]).language == .german && RegionalStyle.Choice().style(of: "DE").language == .english)
    #expect(
      RegionalStyle.Choice(language: .french).style(of: "DE").language == .french && free.inEnglish.style(of: "DE").language == .english)
  }

  private let zone = Zone("Europe/Berlin")

  /// Returns the sentence about a status on Saturday, 21 November 2026, at noon.
  private func sentence(_ language: Language, _ state: Status.State, _ until: String?, _ opens: String? = nil) throws -> String {
    let now = try #require(Instant("2026-11-21T11:00:00Z"))
    let status = Status(state, until: until.flatMap { Instant($0) }, opens: opens.flatMap { Instant($0) })
    return status.sentence(at: now, in: try #require(zone), style: RegionalStyle(country: "DE", language: language))
  }

  @Test(
    "Sentences of all languages",
    arguments: [
      (
        Language.german,
        ["Geöffnet bis 18:00", "Geöffnet bis morgen 10:00", "Öffnet um 15:00", "Öffnet morgen um 08:00", "Geöffnet bis Mitternacht"]
      ),
      (.french, ["Ouvert jusqu’à 18:00", "Ouvert jusqu’à demain 10:00", "Ouvre à 15:00", "Ouvre demain à 08:00", "Ouvert jusqu’à minuit"]),
      (
        .italian,
        [
          "Aperto fino alle 18:00", "Aperto fino a domani alle 10:00", "Apre alle 15:00", "Apre domani alle 08:00",
          "Aperto fino a mezzanotte",
        ]
      ),
      (
        .spanish,
        [
          "Abierto hasta las 18:00", "Abierto hasta mañana a las 10:00", "Abre a las 15:00", "Abre mañana a las 08:00",
          "Abierto hasta medianoche",
        ]
      ),
    ])
  func sentences(language: Language, expected: [String]) throws {
    let found = [
      try sentence(language, .open, "2026-11-21T17:00:00Z"), try sentence(language, .open, "2026-11-22T09:00:00Z"),
      try sentence(language, .closed, "2026-11-21T14:00:00Z", "2026-11-21T14:00:00Z"),
      try sentence(language, .closed, "2026-11-22T07:00:00Z", "2026-11-22T07:00:00Z"),
      try sentence(language, .open, "2026-11-21T23:00:00Z"),
    ]
    #expect(found == expected)
  }

  @Test("Dates and distances are written as in the language")
  func dates() throws {
    let date = try #require(LocalDate("2026-11-21"))
    let styles = Language.allCases.map { RegionalStyle(country: "DE", language: $0) }
    #expect(styles[1].distance(1234) == "1,2 km" && RegionalStyle(country: "DE").distance(1234) == "1.2 km")
    #expect(styles[1].date(date).hasSuffix("21. Nov. 2026"))
    #expect(Set(styles.map { $0.text(date...date) }).count == 4, "French and Italian months have the same names here")
  }
}
