/// A note that names the feeds that could not be read.
package enum FeedProblems {
  /// Returns nothing if there are no such feeds.
  ///
  /// - Parameters:
  ///   - title: how many there are, and which.
  ///   - feeds: each with what is wrong with it, as the rest of a sentence that begins with its id.
  package static func html(_ title: String, _ feeds: [(feed: FeedReport, problem: String)], isUnfolded: Bool) -> HTML? {
    if feeds.isEmpty { return nil }
    let items = feeds.map { feed, problem -> HTML in "<li><strong>\(feed.id.description)</strong> \(problem)</li>" }
    return """
      <section class="troubles" aria-label="Feeds with problems">
      <details\(isUnfolded ? " open" : "")><summary>\(title)</summary><ul>\(HTML.all(items))</ul></details>
      </section>
      """
  }
}
