package import CampusCatalog
package import OpeningHours

/// A note on feeds with problems.
package enum FeedProblems {
  /// Returns nothing if there are no such feeds.
  ///
  /// - Parameters:
  ///   - title: the number and the names of the feeds.
  ///   - feeds: each with its problem, as the rest of a sentence that begins with its id.
  package static func html(_ title: String, _ feeds: [(feed: FeedReport, problem: String)], isUnfolded: Bool, _ language: Language) -> HTML?
  {
    if feeds.isEmpty { return nil }
    let items = feeds.map { feed, problem -> HTML in "<li><strong>\(feed.id.description)</strong> \(problem)</li>" }
    return """
      <section class="troubles" aria-label="\(language.words.text("feeds-with-problems"))">
      <details\(isUnfolded ? " open" : "")><summary>\(title)</summary><ul>\(HTML.all(items))</ul></details>
      </section>
      """
  }
}
