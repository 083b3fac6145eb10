import CampusCatalog
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours

/// The form with the filters of the list. They are in the address, as sent.
struct PlacesForm {
  private let question: SiteQuestion
  private let query: [RequestTarget.Parameter]
  private let wrong: String?

  /// - Parameter wrong: a parameter with a wrong value, which is dropped, except that the text of a search or position stays in its field.
  init(_ question: SiteQuestion, without wrong: String? = nil) {
    (self.question, self.wrong) = (question, wrong)
    query = question.target.query.filter { $0.name != wrong || ["q", "near"].contains($0.name) }
  }

  /// Whether there are no filters.
  var isEmpty: Bool { query.isEmpty }

  /// Returns the address of the list with one filter changed.
  func address(setting name: String, to value: String) -> String {
    Self.address("/", query.filter { $0.name != name && $0.name != "page" }.map { ($0.name, $0.value) } + [(name, value)])
  }

  /// Returns the address of a page.
  ///
  /// - Parameter time: the text that chooses the time; nil for now.
  static func address(_ path: String = "/", _ parameters: [(name: String, value: String)] = [], at time: String? = nil) -> String {
    let pairs = (parameters + (time.map { [("at", $0)] } ?? [])).map { "\(encoded($0.name))=\(encoded($0.value))" }
    return pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
  }

  var html: HTML {
    let choices = question.snapshot.choices
    let (campuses, categories) = (choices.campuses, choices.categories)
    let hasMore = ["campus", "category", "building", "near", "within", "sort", "state", "tag", "at"].contains { !value($0).isEmpty }
    return """
      <form class="filters" id="filters" action="/" method="get" role="search" aria-label="Places">
      <div class="field ask">
      <label for="q">Search</label>
      <input id="q" name="q" type="search" value="\(value("q"))" placeholder="Name, building, tag" autocomplete="off" maxlength="200"\(fault("q"))>
      </div>
      \(select("open", "Open", [("now", "Open now")] + times.map { ($0, "Open \($0)") }, all: "Any time"))
      <details class="options"\(hasMore ? " open" : "")>
      <summary>Filters</summary>
      <div>
      \(campuses.count > 1 ? select("campus", "Campus", campuses.map { ($0.id.description, $0.name) }, all: "All campuses") : nil)
      \(select("category", "Category", categories.map { ($0.rawValue, $0.plural) }, all: "All categories"))
      \(select("building", "Building", buildings.map { ($0, $0) }, all: "All buildings"))
      \(order)
      <div class="field"><label for="near">Near</label>
      <input id="near" name="near" placeholder="latitude,longitude" value="\(value("near"))" autocomplete="off" maxlength="60" inputmode="text"\(fault("near"))></div>
      \(hidden(["within", "state", "tag", "at"]))
      </div>
      </details>
      <p class="buttons"><button type="submit">Show</button>\(isEmpty ? nil : " <a class=\"clear\" href=\"/\">Clear</a>")</p>
      </form>
      """
  }

  /// The times of the menu, without times that are over on all campuses.
  private var times: [String] {
    let zones = question.snapshot.catalog.campuses.compactMap(\.timeZone)
    let hour = zones.map { $0.local(question.now).second / 3_600 }.min() ?? 0
    let today = [8, 12, 18, 22].filter { $0 > hour }.map { "today \($0 < 10 ? "0" : "")\($0):00" }
    return today + ["tomorrow 08:00", "tomorrow 12:00", "tomorrow 18:00"]
  }

  private static let orders = [
    ("name", "By name"), ("closing", "Closing soon first"), ("location", "By building"),
  ]

  /// The menu of the order. Without a choice, the order depends on the question.
  private var order: HTML {
    let (hasSearch, hasPosition) = (!value("q").isEmpty, !value("near").isEmpty)
    let first = hasPosition ? "Nearest first" : hasSearch ? "Best matches first" : "Open places first"
    var options = Self.orders
    if hasSearch || hasPosition { options.append(("state", "Open places first")) }
    if hasSearch && hasPosition { options.append(("rank", "Best matches first")) }
    return select("sort", "Order", options, all: first)
  }

  /// The values of a filter, joined by commas.
  private func value(_ name: String) -> String { query.filter { $0.name == name }.map(\.value).joined(separator: ",") }

  /// The names of the buildings of the chosen campuses, sorted.
  private var buildings: [String] {
    let campuses = query.filter { $0.name == "campus" }.flatMap { $0.value.split(separator: ",").map(String.init) }
    return question.snapshot.choices.buildings(of: campuses.isEmpty ? nil : Set(campuses.compactMap { CampusID($0) }))
  }

  /// The attributes that connect a field to the explanation of its problem.
  private func fault(_ name: String) -> HTML { name == wrong ? " aria-invalid=\"true\" aria-describedby=\"problem\"" : "" }

  /// Returns a menu. A value that is in the address, but not in the menu, is one more option. A menu without options is hidden: a script may fill it.
  private func select(_ name: String, _ label: String, _ options: [(value: String, text: String)], all: String) -> HTML {
    let chosen = value(name)
    let isOther = !chosen.isEmpty && !options.contains { $0.value == chosen }
    let items = ([("", all)] + options + (isOther ? [(chosen, chosen)] : [])).map { option -> HTML in
      "<option value=\"\(option.0)\"\(option.0 == chosen ? " selected" : "")>\(option.1)</option>"
    }
    return """
      <div class="field \(name)"\(items.count == 1 ? " hidden" : "")><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)">\(HTML.all(items))</select></div>
      """
  }

  private func hidden(_ names: [String]) -> HTML {
    HTML.all(query.filter { names.contains($0.name) }.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", ","])) ?? ""
  }
}
