import Aggregation
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours

/// The history of one place, from the store: when it was first seen, and its changes since.
enum HistoryPage {
  /// The time of the page of the place, to return to.
  static let parameters = Parameters.style.union(["at"])

  /// - Parameter path: the campus, the feed and the record.
  static func answer(_ question: SiteQuestion, _ path: [String]) async throws -> Answer {
    Page.answer(try await document(question, path), question)
  }

  private static func document(_ question: SiteQuestion, _ path: [String]) async throws -> HTML {
    guard let store = question.snapshot.session.store else {
      throw Problem.notFound(Words.text("no-history"))
    }
    guard let id = EntryID(path: path) else { throw Problem.notFound(Words.text("not-in-catalog")) }
    let known = question.snapshot.entry(id)
    var parameters = Parameters(question.target)
    let time = try parameters.value("at")
    try parameters.checkStyle()
    let found: StoredHistory
    do {
      // Entries that are no longer in the catalog are looked up in the store.
      var match = known.map { StoredHistory.Match($0, of: question.snapshot.catalog) }
      if match == nil { match = try await StoredHistory.matches(id.description, in: store, Registry()).first }
      guard let match else { throw SessionError(.missingEntry, "unknown entry") }
      found = try await StoredHistory(of: match, in: store, style: question.chosenStyle.inEnglish)
    } catch let error as SessionError where error.code != .storeFailure {
      throw Problem.notFound(Words.text("no-history-of-place"))
    }
    let name = known?.name ?? found.history.steps.lazy.compactMap(\.entry?.name).last ?? id.description
    let body: HTML = """
      <main id="main" class="one">
      <nav aria-label="\(Words.text("path"))"><a href="\(link: PlacesForm.address(PlacesPage.path(id.feed?.campus), at: time))">\(Words.text("places-title"))</a> › \
      <a href="\(link: PlacesForm.address("/places/\((known?.id ?? id).path)", at: time))"><bdi>\(name)</bdi></a></nav>
      <article>
      <h1>\(Words.html("history-of", ["name": "<bdi>\(name)</bdi>"]))</h1>
      \(list(found.history.steps, of: found))
      </article>
      </main>
      """
    var layout = PageLayout(title: Words.text("history-of", ["name": name]), of: id.feed?.campus, question)
    layout.head.path = "/places/\((known?.id ?? id).path)/history"
    return layout.document(body)
  }

  /// Returns steps of a history as a list, the latest first.
  static func list(_ steps: some BidirectionalCollection<EntryHistory.Step>, of history: StoredHistory) -> HTML {
    // A window of dates that has moved on is not a change.
    let told = steps.reversed().filter { $0.event != .changed || !$0.changes.isEmpty }
    return "<ol class=\"history\">\(HTML.all(told.map { step($0, history.zone, history.style) }))</ol>"
  }

  private static func step(_ step: EntryHistory.Step, _ zone: Zone?, _ style: RegionalStyle) -> HTML {
    let lines = texts(of: step)
    let items = (lines.isEmpty ? [Words.text("changed-otherwise")] : lines).map { text -> HTML in
      "<p dir=\"auto\">\(text.prefix(1).uppercased() + text.dropFirst())</p>"
    }
    return "<li><time datetime=\"\(step.at.description)\">\(style.text(step.at, in: zone))</time><div>\(HTML.all(items))</div></li>"
  }

  private static func texts(of step: EntryHistory.Step) -> [String] {
    let changes = step.changes.map(\.text) + (step.remark.map { [$0] } ?? [])
    return switch step.event {
    case .seen: [Words.text("first-seen")]
    case .changed: changes
    case .back: [Words.text("back-in-feed")] + changes
    case .gone: changes.isEmpty ? [Words.text("gone")] : changes
    case .forgotten: [Words.text("forgotten")]
    }
  }
}
