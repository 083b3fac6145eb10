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
    #expect(
      free.style(ofAll: ["DE", "AT"]) == RegionalStyle(country: nil, language: .german) && free.style(ofAll: []).language == .english)
    #expect(RegionalStyle.Choice(language: .french).style(ofAll: []).language == .french)
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

  @Test(
    "Times in sentences have the articles of the language",
    arguments: [
      (Language.english, ["until 02:00", "until midnight", "from 20:00", "since 20:00", "Open until 02:00"]),
      (.german, ["bis 02:00", "bis Mitternacht", "ab 20:00", "seit 20:00", "Geöffnet bis 02:00"]),
      (.spanish, ["hasta las 02:00", "hasta medianoche", "desde las 20:00", "desde las 20:00", "Abierto hasta las 02:00"]),
      (.french, ["jusqu’à 02:00", "jusqu’à minuit", "à partir de 20:00", "depuis 20:00", "Ouvert jusqu’à 02:00"]),
      (.italian, ["fino alle 02:00", "fino a mezzanotte", "dalle 20:00", "dalle 20:00", "Aperto fino alle 02:00"]),
    ])
  func articles(language: Language, expected: [String]) throws {
    let style = RegionalStyle(country: "DE", language: language)
    let (opens, closes) = (try #require(LocalTime("16:00")), try #require(LocalTime("26:00")))
    let date = try #require(LocalDate("2026-11-21"))
    let service = try #require(Service(opens: opens, closes: closes))
    let hours = Schedule(zone: try #require(zone), layers: [Layer(.special, dates: [DatedPlan(date, DayPlan([service]))])])
    #expect(
      [style.until(26 * 60), style.until(24 * 60), style.from(20 * 60), style.since(20 * 60), hours.nightSentence(date: date, style)]
        == expected)
  }

  @Test("The first of a month has its own form in some languages")
  func firstOfMonth() throws {
    let (first, second) = (try #require(LocalDate("2026-12-01")), try #require(LocalDate("2026-12-02")))
    func texts(_ language: Language) -> [String] {
      let style = RegionalStyle(country: "DE", language: language)
      return [style.dayAndMonth(first), style.text(first...first), style.text(first...second), style.text(second...second)]
    }
    #expect(texts(.french) == ["1er déc.", "1er décembre 2026", "1er–2 décembre 2026", "2 décembre 2026"])
    #expect(texts(.italian) == ["1º dic", "1º dicembre 2026", "1º–2 dicembre 2026", "2 dicembre 2026"])
    #expect(texts(.english) == ["1 Dec", "1 December 2026", "1–2 December 2026", "2 December 2026"])
    let german = try #require(Language.german.words.fullMonths.last)
    #expect(texts(.german) == ["1. Dez.", "1. \(german) 2026", "1.–2. \(german) 2026", "2. \(german) 2026"])
    #expect(texts(.spanish)[1] == "1 de diciembre de 2026")
  }
}
