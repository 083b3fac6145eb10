import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// Links that choose the clock, the units and the language of pages. A choice is in the address, and the script remembers it; those of the campus need neither.
struct StyleChoice {
  private let question: SiteQuestion
  /// The styles of the countries of the campuses.
  private let own: [RegionalStyle]

  init(_ question: SiteQuestion, _ campuses: [Campus]) {
    self.question = question
    let rule = question.snapshot.rule(at: question.moment)
    own = campuses.map { rule.style(of: $0.id) }
  }

  var html: HTML {
    let clocks = choice("clock", Words.text("clock"), own.map(\.clock)) {
      switch $0 {
      case .twelveHours: Words.text("twelve-hours")
      case .twentyFourHours: Words.text("twenty-four-hours")
      }
    }
    let units = choice("units", Words.text("distances"), own.map(\.units)) {
      switch $0 {
      case .kilometers: Words.text("kilometers")
      case .miles: Words.text("miles")
      }
    }
    let chosen = question.styleParameters.last { $0.name == "lang" }?.value
    let languages = links(
      "lang", [(Words.text("by-browser"), nil)] + Language.allCases.map { ($0.name, $0.rawValue) }, chosen: chosen)
    return "<ul class=\"display\">\(clocks)\(units)<li>\(Words.text("language")): \(languages)</li></ul>"
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable & Hashable>(
    _ name: String, _ title: String, _ own: [Value], _ text: (Value) -> String
  ) -> HTML {
    let chosen = question.styleParameters.first { $0.name == name }.flatMap { Value(rawValue: $0.value) }
    // Campuses of several countries may have none in common: then, "by campus" is a choice, too.
    let own = Set(own).count == 1 ? own.first : nil
    var options = Value.allCases.map { (text: text($0), value: $0 == own ? nil : $0) }
    if own == nil { options.insert((Words.text("as-on-campus"), nil), at: 0) }
    let texts = options.map { (text: $0.text, value: $0.value?.rawValue) }
    return "<li>\(title): \(links(name, texts, chosen: chosen == own ? nil : chosen?.rawValue))</li>"
  }

  /// Returns links that choose values of a parameter.
  ///
  /// - Parameters:
  ///   - options: the value is nil for none.
  ///   - chosen: the value of this page; nil for none.
  private func links(_ name: String, _ options: [(text: String, value: String?)], chosen: String?) -> HTML {
    let links = options.map { text, value -> HTML in
      if value == chosen { return "<span aria-current=\"true\">\(text)</span>" }
      let filters = question.target.query.filter { !Parameters.style.contains($0.name) }.map { (name: $0.name, value: $0.value) }
      let style = question.styleParameters.filter { $0.name != name } + (value.map { [(name, $0)] } ?? [])
      let address = PlacesForm.address(question.target.plainPath, filters + style)
      let mark: HTML? = name == "lang" ? value.map { " lang=\"\($0)\"" } : nil
      return "<a\(mark) data-style=\"\(name)\" data-value=\"\(value ?? "")\" href=\"\(link: address)\" rel=\"nofollow\">\(text)</a>"
    }
    return HTML.all(links, separator: " · ")
  }
}
