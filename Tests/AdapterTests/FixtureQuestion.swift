import CampusCatalog
import Foundation
import OpeningHours
import SimdJSON
import Testing

/// A question about the hours of one entry of a case, with its answer: an element of `questions.json`.
struct FixtureQuestion {
  let at: Instant
  let entry: String
  let state: String
  let until: Instant?
  let opens: Instant?
  /// The status sentence; nil if the case does not specify it.
  let sentence: String?

  /// The questions of a case; none when it has no `questions.json`.
  static func all(in folder: URL) throws -> [FixtureQuestion] {
    guard let data = FileManager.default.contents(atPath: folder.appendingPathComponent("questions.json").path) else { return [] }
    let document = try JSONDocument(parsing: Array(data))
    var questions: [FixtureQuestion] = []
    var elements = document.root.elements
    while let element = elements.next() {
      try element.expectOnly(["at", "entry", "state", "until", "opens", "sentence"])
      questions.append(
        FixtureQuestion(
          at: try #require(try element.instant("at")), entry: try element.requiredText("entry"), state: try element.requiredText("state"),
          until: try element.instant("until"), opens: try element.instant("opens"), sentence: try element.text("sentence")))
    }
    return questions
  }

  /// Returns the error in a catalog's answer; nil if it is correct.
  func fault(in catalog: Catalog) throws -> String? {
    let id = try #require(EntryID(entry))
    guard let found = catalog.entries.first(where: { $0.id == id }), let hours = found.hours else { return "\(entry) has no hours" }
    let status = hours.status(at: at)
    let state = status.isOpen ? "open" : status.isClosed ? "closed" : "unknown"
    let said = status.sentence(at: at, in: hours.zone)
    if state == self.state, status.until == until, status.opens == opens, sentence ?? said == said { return nil }
    func text(_ instant: Instant?) -> String { instant.map { hours.zone.text($0) } ?? "never" }
    return "\(entry) at \(hours.zone.text(at)): \(state) until \(text(status.until)), opens \(text(status.opens)), \"\(said)\""
  }
}
