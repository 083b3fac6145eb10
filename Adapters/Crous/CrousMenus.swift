import FeedKit

/// The menus of a day in HTML: `h2` is a meal, `h4` a section, and `li` a dish.
struct CrousMenus {
  private(set) var meals: [(meal: Meal, sections: [MenuSection])] = []
  /// Texts outside headings and lists, and remarks in lists that the restaurant is closed.
  private(set) var others: [String] = []

  private static let blocks: Set<String> = [
    "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "div", "p", "table", "tr", "td", "dl", "dt", "dd",
  ]
  /// Blocks that a dish may have inside.
  private static let inner: Set<String> = ["div", "p"]
  private static let kinds: [Substring: Meal.Kind] = ["matin": .breakfast, "midi": .lunch, "soir": .dinner]
  private static let closed: Set<Substring> = ["ferm\u{E9}", "ferm\u{E9}e", "ferm\u{E9}s", "ferm\u{E9}es", "fermeture"]
  /// The only words that may be beside "ferme" without an accent, which is also a farm.
  private static let places: Set<Substring> = [
    "a", "ce", "cafeteria", "caf\u{E9}t\u{E9}ria", "est", "ferme", "fermee", "le", "midi", "restaurant", "ru", "soir", "structure",
  ]

  init(_ html: String) {
    // Some replies are escaped twice.
    let isEscaped = !html.contains("<") && html.contains("&lt;")
    let html = isEscaped ? html.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&") : html
    var (block, content) = ("", "")
    for (index, part) in Self.withoutComments(html).split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      let name = part.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      guard index > 0, Self.blocks.contains(name), block != "li" || !Self.inner.contains(name) else {
        content += index > 0 ? "<\(part)" : String(part)
        continue
      }
      add(block, PlainText.remark(content))
      block = part.hasPrefix("/") ? "" : name
      content = part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    }
    add(block, PlainText.remark(content))
  }

  /// Returns HTML without comments. One that does not end goes on to the end of the text, as in browsers.
  private static func withoutComments(_ html: String) -> String {
    var rest = Substring(html)
    var text = ""
    while let start = rest.firstRange(of: "<!--") {
      text += rest[..<start.lowerBound] + " "
      let comment = rest[start.upperBound...]
      rest = comment.firstRange(of: "-->").map { comment[$0.upperBound...] } ?? ""
    }
    return text + rest
  }

  /// Adds the text of a block.
  private mutating func add(_ block: String, _ text: String?) {
    guard block != "h2" else {
      let words = text?.lowercased().split { !$0.isLetter } ?? []
      let kinds = Set(words.compactMap { Self.kinds[$0] })
      return meals.append((Meal(name: text, kind: kinds.count == 1 ? kinds.first ?? .other : .other), []))
    }
    guard block != "h4" else {
      if meals.isEmpty { meals.append((Meal(kind: .other), [])) }
      return meals[meals.count - 1].sections.append(MenuSection(name: text, dishes: []))
    }
    guard let text, !text.lowercased().hasPrefix("menu non communiqu") else { return }
    guard block == "li", !Self.isClosed(text) else { return others.append(text) }
    if meals.isEmpty { meals.append((Meal(kind: .other), [])) }
    let last = meals.count - 1
    if meals[last].sections.isEmpty { meals[last].sections.append(MenuSection(dishes: [])) }
    meals[last].sections[meals[last].sections.count - 1].dishes.append(Dish(name: text))
  }

  /// Returns whether a text is about a closed restaurant: "Fermé le soir", or only "RESTAURANT FERME", because capitals often have no accents.
  private static func isClosed(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    if words.contains(where: closed.contains) { return true }
    return words.contains { ["ferme", "fermee"].contains($0) } && words.allSatisfy(places.contains)
  }
}
