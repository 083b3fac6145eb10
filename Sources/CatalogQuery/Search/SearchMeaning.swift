import CampusCatalog
public import OpeningHours

/// What a search asks for: the places with all its terms, which may have other words for them, at a time that it names.
///
///     let query = try PlaceQuery(search: "libary sunday").understood(in: catalog.entries, campuses: catalog.campuses)
///     query.meaning?.time         // "sunday"
///     query.meaning?.explanation()  // "“library” for “libary”; libraries; on Sunday"
///
/// Places with all words of the search in their names come first, whatever else it may mean.
public struct SearchMeaning: Sendable, Hashable {
  private(set) var terms: [SearchTerm] = []
  /// The time of the answer, such as "sunday" or "tonight"; nil if the search names none, or another time was chosen.
  public var time: String?
  /// Whether the search asks for open places.
  public private(set) var isOpen = false
  /// Whether dishes were found by the diets that the words are for (`PlaceQuery.withDishes`).
  var findsDiets = false

  /// The table of synonyms, for other programs that search (`synonyms.txt`).
  package static let synonyms = Synonym.text

  /// How many terms count at most. The time of a search is in proportion to them.
  private static let most = 16

  /// - Parameter hasTime: whether words for days and times are about the time of the answer.
  init(_ search: SearchText, hasTime: Bool = true) {
    var tokens = search.tokens[...]
    while !tokens.isEmpty, terms.count < Self.most {
      let (words, meaning) = Synonym.first(of: tokens, after: terms.last?.words)
      let synonym = meaning.flatMap { $0.time == nil || hasTime ? $0 : nil }
      tokens = tokens.dropFirst(words.count)
      if let named = synonym?.time {
        time = named
      } else if synonym?.isOpen == true {
        isOpen = true
      } else {
        terms.append(SearchTerm(words, synonym))
      }
    }
  }

  /// The words of the search as they were entered, without those about the time and the state; nil if there are no others.
  package var words: SearchText? {
    let words = terms.flatMap(\.words)
    return words.isEmpty ? nil : SearchText(words.joined(separator: " "))
  }

  var hasCorrections: Bool { terms.contains { $0.corrections != nil } }

  /// Takes all words as they were entered.
  mutating func removeCorrections() {
    terms = terms.map { $0.corrections == nil ? $0 : SearchTerm($0.words, Synonym.all[$0.words]) }
  }

  // MARK: - The catalog

  /// Adds the campuses whose names have the words of a term.
  mutating func add(_ campuses: [Campus]) {
    for campus in campuses {
      let name = SearchText(campus.name)
      for index in terms.indices where terms[index].isIn(name) { terms[index].campuses.insert(campus.id) }
    }
  }

  /// Replaces words that no place has by those that differ in one letter.
  mutating func correct(_ places: SearchablePlaces) {
    for index in terms.indices where mayBeMisspelled(index) && !terms[index].hasMeaning && !places.has(terms[index]) {
      var finder = MisspelledWord(terms[index].words[0])
      guard finder.isLongEnough else { continue }
      for words in Synonym.all.keys where words.count == 1 { finder.look(at: words[0].utf8.span) }
      places.forEachWord { finder.look(at: $0) }
      // Forms of a word for the same diet are one.
      var diets: Set<Diet> = []
      let words = finder.found.sorted().filter { word in Synonym.all[[word]]?.diet.map { diets.insert($0).inserted } ?? true }
      if !words.isEmpty { replace(index, by: words) }
    }
    terms.removeAll { $0.corrections == [] }
  }

  /// Replaces words that neither a place nor a dish has by those of dishes that differ in one letter.
  ///
  /// - Parameter dishWords: the words of the names of dishes; called only if there is a word that no place has.
  mutating func correct(_ places: SearchablePlaces, dishWords: () -> Set<String>) {
    let unknown = terms.indices.filter { index in
      let term = terms[index]
      return mayBeMisspelled(index) && (term.corrections != nil || !term.hasMeaning && !places.has(term))
    }
    if unknown.isEmpty { return }
    let dishWords = dishWords().sorted()
    for index in unknown {
      var finder = MisspelledWord(terms[index].words[0])
      guard finder.isLongEnough, !dishWords.contains(where: { $0.hasPrefix(terms[index].words[0]) }) else { continue }
      for word in dishWords { finder.look(at: word.utf8.span) }
      let corrections = terms[index].corrections ?? []
      let found = finder.found.sorted().filter { !corrections.contains($0) }
      if !found.isEmpty { replace(index, by: corrections + found) }
    }
  }

  /// Whether a term is one word, which does not mean "not" and does not follow such a word.
  private func mayBeMisspelled(_ index: Int) -> Bool {
    terms[index].words.count == 1 && !terms[max(0, index - 1)...index].contains { Synonym.all[$0.words]?.isNegation == true }
  }

  /// Returns a search with its misspelled words replaced, if there is only one word for each.
  func corrected(_ search: SearchText) -> SearchText {
    let corrections = terms.filter { $0.corrections?.count == 1 }.map { ($0.words[0], $0.corrections?[0] ?? "") }
    if corrections.isEmpty { return search }
    let words = Dictionary(corrections) { first, _ in first }
    return SearchText(search.tokens.map { words[$0] ?? $0 }.joined(separator: " "))
  }

  private mutating func replace(_ index: Int, by words: [String]) {
    terms[index].corrections = words
    for word in words {
      let synonym = Synonym.all[[word]]
      // A time and "open" are alone: other words do not count beside them.
      if let named = synonym?.time, words.count == 1 { time = named }
      if synonym?.isOpen == true, words.count == 1 { isOpen = true }
      if words.count == 1, synonym?.time != nil || synonym?.isOpen == true { terms[index].corrections = [] }
      let term = SearchTerm([word], synonym)
      terms[index].others += term.starts + term.others
      terms[index].categories.formUnion(term.categories)
      terms[index].diets.formUnion(term.diets)
    }
  }

  // MARK: - Words

  /// Returns what the search was understood to ask for beyond its words, such as "food: cafés, dining halls, restaurants; on Sunday"; nil if
  /// nothing.
  public func explanation(in language: Language = .english) -> String? {
    let words = language.words
    var parts = terms.compactMap { explanation(of: $0, in: language) }
    if isOpen { parts.append(words.text("understood-open")) }
    if let time { parts.append(Self.text(ofTime: time, words)) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a time that a search named: "tomorrow", "on Sunday".
  private static func text(ofTime time: String, _ words: WordTable) -> String {
    let days = Language.english.words.fullWeekdays
    guard let index = days.firstIndex(where: { $0.lowercased() == time }) else { return words.text("understood-\(time)") }
    return words.text("on-day", ["day": words.fullWeekdays[index]])
  }

  private func explanation(of term: SearchTerm, in language: Language) -> String? {
    let (word, words) = (term.words.joined(separator: " "), language.words)
    let categories = Category.allCases.filter(term.categories.contains).map { words.inSentence($0.plural(in: language)) }
    func meaning(_ word: String, _ meanings: [String]) -> String {
      words.text("meaning", ["word": word, "meaning": meanings.joined(separator: ", ")])
    }
    let diets =
      findsDiets ? Diet.allCases.filter(term.diets.contains).map { words.text("dishes-of-diet", ["diet": $0.text(in: language)]) } : []
    if let corrections = term.corrections {
      let text = words.text("corrected", ["correction": corrections.joined(separator: words.text("or-word")), "word": word])
      return (categories + diets).isEmpty ? text : meaning(text, categories + diets)
    }
    // Words that only name a category are understood as such anyway.
    let found = categories + term.others.map { String($0.dropFirst()) } + diets
    return found.isEmpty ? nil : meaning(word, found)
  }
}
