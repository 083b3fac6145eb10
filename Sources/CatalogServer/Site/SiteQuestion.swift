import CampusCatalog
import CatalogQuery
import OpeningHours

/// When a request is answered.
struct SiteMoment: Sendable {
  let minute: Int64
  /// The moment that the answer is about. All answers within a minute are about its beginning, so that they are the same.
  let asked: Instant
  /// The real moment; nil if the site's is fixed.
  let real: Instant?

  init(_ settings: SiteSettings) {
    let now = settings.now()
    minute = now.secondsSinceEpoch / 60
    asked = settings.isFixed ? now : Instant(secondsSinceEpoch: minute * 60) ?? now
    real = settings.isFixed ? nil : now
  }
}

/// A request with the snapshot that answers it. The answer depends on nothing else.
struct SiteQuestion: Sendable {
  let target: RequestTarget
  /// The moment for which the site answers: the beginning of the minute, the one that was chosen, or a cursor's.
  let now: Instant
  let snapshot: SiteSnapshot
  let site: CatalogSite
  /// The language that the address or else the browser of the visitor chooses; nil for none.
  var language: Language?
  /// The usual weeks of the places, if the answer has them (`withUsualWeeks`).
  var usual: UsualTable.Weeks = [:]

  /// Returns the question with the usual weeks of the places, before today, even if the question is about another time.
  func withUsualWeeks() async -> SiteQuestion {
    var question = self
    question.usual = await snapshot.usualWeeks(at: SiteMoment(site.settings).asked, site.settings)
    return question
  }

  /// The moment of the answer if the request chooses none.
  var moment: AskedMoment { snapshot.moment(at: now) }

  /// Returns the rule that decides whether places are open at a moment, with the clock and the units that the address chooses
  /// (`Parameters.checkStyle`).
  func rule(at moment: AskedMoment) -> StatusRule {
    var rule = snapshot.rule(at: moment)
    rule.chosenStyle = chosenStyle
    return rule
  }

  /// The language of the page: the chosen one, otherwise that of the country of its campus, or of all campuses.
  var pageLanguage: Language {
    if let language = language ?? snapshot.chosenStyle.language { return language }
    let campuses = snapshot.catalog.campuses
    let named = campuses.first { campus in target.path.prefix(2).contains(campus.id.description) }
    return RegionalStyle.Choice(language: nil).style(ofAll: (named.map { [$0] } ?? campuses).map(\.country)).language
  }

  /// The clock, the units and the language that were chosen, otherwise those of the site.
  var chosenStyle: RegionalStyle.Choice {
    var style = snapshot.chosenStyle
    func value(_ name: String) -> String? { target.query.first { $0.name == name }?.value }
    if let clock = value("clock") { style.clock = RegionalStyle.Clock(rawValue: clock) }
    if let units = value("units") { style.units = RegionalStyle.Units(rawValue: units) }
    if let language { style.language = language }
    return style
  }

  /// The parameters of the address that choose how texts are written. Links to other pages keep them.
  var styleParameters: [(name: String, value: String)] {
    target.query.filter { parameter in
      switch parameter.name {
      case "clock": RegionalStyle.Clock(rawValue: parameter.value) != nil
      case "units": RegionalStyle.Units(rawValue: parameter.value) != nil
      case "lang": Language(rawValue: parameter.value) != nil
      default: false
      }
    }.map { ($0.name, $0.value) }
  }

  /// When the next minute begins, for answers that may then be others.
  var nextMinute: Instant { Instant(secondsSinceEpoch: now.secondsSinceEpoch + 60) ?? now }
}
