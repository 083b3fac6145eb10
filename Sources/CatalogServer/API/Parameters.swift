import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours

/// The parameters of a query. Each is read by its name; unread ones are wrong.
struct Parameters {
  private let all: [RequestTarget.Parameter]
  private var known: [String] = []

  init(_ target: RequestTarget) { all = target.query }

  /// Returns the values of a parameter that may be repeated, or have several values separated by commas.
  mutating func list(_ name: String) -> [String] {
    known.append(name)
    return all.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map { String($0).trimmed } }.filter { !$0.isEmpty }
  }

  /// Returns the values of a parameter that may be repeated.
  mutating func values(_ name: String) -> [String] {
    known.append(name)
    return all.filter { $0.name == name }.map(\.value)
  }

  /// Returns the value of a parameter; nil if it is missing.
  ///
  /// - Throws: `Problem` if it has several.
  mutating func value(_ name: String) throws(Problem) -> String? {
    let found = Set(values(name))
    guard found.count <= 1 else { throw .parameter(name, "\(name) has \(found.count) values; give one.") }
    return found.first
  }

  /// Returns whether a parameter is 1; false if it is missing.
  mutating func flag(_ name: String) throws(Problem) -> Bool {
    let text = try value(name)
    guard text == nil || text == "1" else { throw .parameter(name, "\(name) must be 1.") }
    return text != nil
  }

  mutating func number(_ name: String, in range: ClosedRange<Int>, otherwise fallback: Int) throws(Problem) -> Int {
    guard let text = try value(name) else { return fallback }
    guard let number = Self.digits(text), range.contains(number) else {
      throw .parameter(name, "\(name) must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Returns a number of digits without zeros before it; nil for other text.
  static func digits(_ text: String) -> Int? { Int(text).flatMap { "\($0)" == text ? $0 : nil } }

  /// Returns the value of a parameter that must be one of a few words.
  mutating func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String, of type: Value.Type) throws(Problem) -> Value? {
    guard let text = try value(name) else { return nil }
    return try Self.parsed(text, name)
  }

  mutating func choices<Value: RawRepresentable<String> & CaseIterable & Hashable>(_ name: String, of type: Value.Type) throws(Problem)
    -> Set<Value>
  {
    var found: Set<Value> = []
    for text in list(name) { found.insert(try Self.parsed(text, name)) }
    return found
  }

  private static func parsed<Value: RawRepresentable<String> & CaseIterable>(_ text: String, _ name: String) throws(Problem) -> Value {
    if let value = Value(rawValue: text) ?? Value(rawValue: text.lowercased()) { return value }
    let known = Value.allCases.map(\.rawValue)
    let near = SpellingSuggestion.of(text, among: known).map { " Did you mean \"\($0)\"?" } ?? ""
    throw .choice(text, of: name, "\(name) must be one of \(known.joined(separator: ", ")).\(near)")
  }

  /// Returns the date that a parameter names.
  mutating func date(_ name: String) throws(Problem) -> LocalDate? {
    guard let text = try value(name) else { return nil }
    guard let date = LocalDate(text) else { throw .parameter(name, "\(name) must be a date such as 2026-11-21.") }
    return date
  }

  /// Returns the campuses that a parameter names.
  mutating func campuses(_ question: SiteQuestion) throws(Problem) -> Set<CampusID> {
    let all = question.site.settings.campuses.union(question.snapshot.catalog.campuses.map(\.id))
    var found: Set<CampusID> = []
    for text in list("campus") {
      guard let id = CampusID(text), all.contains(id) else {
        let known = all.sorted().map(\.description).joined(separator: ", ")
        throw .choice(text, of: "campus", "Unknown campus \"\(text.prefix(60))\"; the campuses are \(known).")
      }
      found.insert(id)
    }
    return found
  }

  /// Returns the members that entries have; nil for all.
  mutating func fields() throws(Problem) -> ListFields? {
    let names = list("fields")
    if names.isEmpty { return nil }
    do throws(QueryError) { return try ListFields(parsing: names.joined(separator: ","), among: EntryListSchema.fieldNames) } catch {
      throw .parameter("fields", "\(error.message)\(error.message.hasSuffix("?") ? "" : ".")")
    }
  }

  /// Returns the moments that a parameter names: RFC 3339, `now`, or a local time on the clock of each campus.
  mutating func moments(
    _ name: String, _ campuses: Set<CampusID>, _ question: SiteQuestion
  ) throws(Problem) -> AskedMoment? {
    try value(name).map { (text) throws(Problem) in try question.moments(name, text, campuses) }
  }

  /// The parameters that choose how texts on pages are written.
  static let style: Set = ["clock", "units", "lang"]

  /// Checks the parameters that choose how texts are written, which `SiteQuestion.rule` reads.
  ///
  /// - Parameter names: the parameters that the texts depend on.
  mutating func checkStyle(_ names: Set<String> = style) throws(Problem) {
    if names.contains("clock") { _ = try choice("clock", of: RegionalStyle.Clock.self) }
    if names.contains("units") { _ = try choice("units", of: RegionalStyle.Units.self) }
    if names.contains("lang") { _ = try choice("lang", of: Language.self) }
  }

  /// Refuses parameters that were not read.
  func finish() throws(Problem) {
    guard let other = all.first(where: { !known.contains($0.name) }) else { return }
    let names = known.isEmpty ? "this address has no parameters" : "the parameters are \(Set(known).sorted().joined(separator: ", "))"
    throw .parameter(String(other.name.prefix(60)), "Unknown parameter; \(names).")
  }
}

extension SiteQuestion {
  /// Returns the moments that the text of a parameter names.
  func moments(_ name: String, _ text: String, _ campuses: Set<CampusID>) throws(Problem) -> AskedMoment {
    if text == "now" { return moment }
    let selected = snapshot.catalog.campuses.filter { campuses.isEmpty || campuses.contains($0.id) }
    do throws(SessionError) {
      let (instant, byCampus) = try LocalMoment.parse(text, onClocksOf: selected, today: now)
      let kind = LocalMoment.kind(of: text)
      let isNow = kind == .chosen && instant == now && byCampus.isEmpty
      return AskedMoment(instant: instant, byCampus: byCampus, kind: isNow ? moment.kind : kind)
    } catch {
      // "2026-11-24T12:00+01:00" whose plus sign was not escaped.
      let hasLostPlus = text.contains(/T.* \d\d:\d\d$/)
      throw .parameter(name, "\(error.message).\(hasLostPlus ? " In an address, + is written as %2B." : "")")
    }
  }
}
