import CampusCatalog

/// The texts of the places of a catalog that searches consider, folded once for many searches.
struct SearchablePlaces: Sendable {
  private let count: Int
  /// The indices of the places. The other properties have an element or a line for each of them.
  private let places: [Int]
  private var names: [SearchText] = []
  private var categories: [Category] = []
  private var campuses: [CampusID] = []
  /// All texts but the description (`SearchRank.anyField`).
  private var texts = JoinedTexts()
  private var descriptions = JoinedTexts()

  init(_ entries: [Entry]) {
    count = entries.count
    places = entries.indices.filter { entries[$0].kind == .place }
    for index in places {
      let entry = entries[index]
      guard let place = entry.place else { continue }
      let name = SearchText(entry.name ?? "")
      names.append(name)
      categories.append(place.category)
      campuses.append(entry.campus)
      texts.append(SearchText(joining: [name] + SearchRank.otherTexts(of: entry, place)))
      descriptions.append(SearchText(entry.description ?? ""))
    }
  }

  /// Returns the rank of each entry; nil for those that do not match.
  func ranks(of search: SearchText, _ meaning: SearchMeaning?) -> [SearchRank?] {
    var ranks = [SearchRank?](repeating: nil, count: count)
    let isFound = texts.lines(with: search.wordStarts)
    let terms = meaning.map { $0.terms.map(self.ranks) }
    for (line, index) in places.enumerated() {
      if isFound[line] {
        ranks[index] = SearchRank(ofName: names[line], for: search) ?? .anyField
      } else if let terms {
        var rank: SearchRank? = .meaning
        for term in terms { rank = rank.flatMap { rank in term[line].map { max(rank, $0) } } }
        ranks[index] = rank
      }
    }
    return ranks
  }

  /// Returns for each place whether it has a term (`meaning`) or its description has (`description`); nil for others.
  private func ranks(of term: SearchTerm) -> [SearchRank?] {
    var found = term.others.map { texts.lines(with: [$0]) }
    // A corrected word is nowhere.
    let isKnown = term.corrections == nil
    if isKnown { found.append(texts.lines(with: term.starts)) }
    let described = isKnown ? descriptions.lines(with: term.starts) : []
    return categories.indices.map { line in
      if found.contains(where: { $0[line] }) || term.categories.contains(categories[line]) || term.campuses.contains(campuses[line]) {
        return .meaning
      }
      return isKnown && described[line] ? .description : nil
    }
  }

  /// Returns whether a place has all words of a search, apart from its description.
  func hasPlace(named search: SearchText) -> Bool { texts.hasLine(with: search.wordStarts) }

  /// Returns whether a place has the words of a term.
  func has(_ term: SearchTerm) -> Bool { texts.hasLine(with: term.starts) || descriptions.hasLine(with: term.starts) }

  /// Calls `body` with each word of the places, apart from their descriptions.
  func forEachWord(_ body: (Span<UInt8>) -> Void) { texts.forEachWord(body) }
}
