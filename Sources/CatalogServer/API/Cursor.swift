import Basics
import OpeningHours

/// Where a page of a list begins, and in which list: of a version of the catalog, at a moment, for a question. The order of a list may depend on the time, so
/// all its pages are about the moment of the first one.
///
/// As text: the tag of the version, the moment in seconds since 1970, the tag of the question, and how many entries come before, with dots between them.
struct Cursor: Sendable, Hashable {
  let version: Substring
  let moment: Instant
  let question: Substring
  var start: Int

  /// Parses a cursor; nil for other text.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].count == 12, parts[2].count == 8,
      (parts[0] + parts[2]).utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let seconds = Parameters.digits(String(parts[1])), let moment = Instant(secondsSinceEpoch: Int64(seconds)),
      let start = Parameters.digits(String(parts[3])), (0...1_000_000_000).contains(start)
    else { return nil }
    (version, self.moment, question, self.start) = (parts[0], moment, parts[2], start)
  }

  /// Creates the cursor of the beginning of the list that answers a question.
  init(_ question: SiteQuestion) {
    version = question.snapshot.version.tag.prefix(12)
    moment = question.now
    self.question = Self.tag(of: question.target)
    start = 0
  }

  var text: String { "\(version).\(moment.secondsSinceEpoch).\(question).\(start)" }

  /// Returns the moment of the cursor of a list; nil if an address has none.
  static func moment(in target: RequestTarget) -> Instant? {
    guard [["api", "v1", "entries"], ["api", "v1", "menus"]].contains(target.path) else { return nil }
    return target.query.first { $0.name == "cursor" }.flatMap { Cursor($0.value)?.moment }
  }

  /// Checks that this cursor is in the same list as another one.
  ///
  /// - Throws: `Problem` if it is of another version, or of another question.
  func check(_ list: Cursor) throws(Problem) {
    guard version == list.version else {
      throw Problem(
        status: 410, title: "Outdated cursor", detail: "The catalog has been replaced; start again without a cursor.", parameter: "cursor")
    }
    guard question == list.question else {
      throw .parameter("cursor", "The cursor is of a list with other parameters; give those of the page before, or start without a cursor.")
    }
  }

  /// Returns the identity of a question: a hash of its parameters, except those that only choose a page.
  private static func tag(of target: RequestTarget) -> Substring {
    SHA256.hash(Array(target.canonicalQuery(without: ["cursor", "limit"]).utf8)).hexadecimal.prefix(8)
  }
}
