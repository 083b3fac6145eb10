import FeedKit

/// The menus of a day in HTML: `h2` is a meal, `h4` a section, and `li` a dish.
struct CrousMenus {
  private(set) var meals: [(meal: Meal, sections: [MenuSection])] = []

  private static let blocks: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "div"]
  private static let kinds: [Substring: Meal.Kind] = ["matin": .breakfast, "midi": .lunch, "soir": .dinner]

  init(_ html: String) {
    // Some replies are escaped twice.
    let isEscaped = !html.contains("<") && html.contains("&lt;")
    let html = isEscaped ? html.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&") : html
    var (block, content) = ("", "")
    for (index, part) in html.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
      let name = part.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
      guard index > 0, Self.blocks.contains(name) else {
        content += index > 0 ? "<\(part)" : String(part)
        continue
      }
      add(block, PlainText.remark(content))
      block = part.hasPrefix("/") ? "" : name
      content = part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
    }
    add(block, PlainText.remark(content))
  }

  /// Adds the text of a block.
  private mutating func add(_ block: String, _ text: String?) {
    switch block {
    case "h2":
      let words = text?.lowercased().split { !$0.isLetter } ?? []
      let kinds = Set(words.compactMap { Self.kinds[$0] })
      meals.append((Meal(name: text, kind: kinds.count == 1 ? kinds.first ?? .other : .other), []))
    case "h4":
      if meals.isEmpty { meals.append((Meal(kind: .other), [])) }
      meals[meals.count - 1].sections.append(MenuSection(name: text, dishes: []))
    case "li":
      guard let text, !text.lowercased().hasPrefix("menu non communiqu") else { return }
      if meals.isEmpty { meals.append((Meal(kind: .other), [])) }
      let last = meals.count - 1
      if meals[last].sections.isEmpty { meals[last].sections.append(MenuSection(dishes: [])) }
      meals[last].sections[meals[last].sections.count - 1].dishes.append(Dish(name: text))
    default: break
    }
  }
}
