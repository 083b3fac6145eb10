import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// Links that choose the clock and the units of pages. A choice is in the address, and the script remembers it; those of the campus need neither.
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
    return "<ul class=\"display\">\(clocks)\(units)</ul>"
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable & Hashable>(
    _ name: String, _ title: String, _ own: [Value], _ text: (Value) -> String
  ) -> HTML {
    let chosen = question.styleParameters.first { $0.name == name }.flatMap { Value(rawValue: $0.value) }
    // Campuses of several countries may have none in common: then, "by campus" is a choice, too.
    let own = Set(own).count == 1 ? own.first : nil
    var options = Value.allCases.map { (text: text($0), value: $0 == own ? nil : $0) }
    if own == nil { options.insert((Words.text("as-on-campus"), nil), at: 0) }
    let links = options.map { option -> HTML in
      if (option.value ?? own) == (chosen ?? own) { return "<span aria-current=\"true\">\(option.text)</span>" }
      let value = option.value?.rawValue
      let filters = question.target.query.filter { !Parameters.style.contains($0.name) }.map { (name: $0.name, value: $0.value) }
      let style = question.styleParameters.filter { $0.name != name } + (value.map { [(name, $0)] } ?? [])
      let address = PlacesForm.address(question.target.plainPath, filters + style)
      return "<a data-style=\"\(name)\" data-value=\"\(value ?? "")\" href=\"\(link: address)\" rel=\"nofollow\">\(option.text)</a>"
    }
    return "<li>\(title): \(HTML.all(links, separator: " · "))</li>"
  }
}
