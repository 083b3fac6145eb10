import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours

/// Places in a list: the name, which is a link for the whole row, then the state, then the rest. The script adds a star.
struct PlaceRows {
  private let hasCampuses: Bool
  private let question: SiteQuestion
  private let rule: StatusRule
  /// The text that chooses the time; nil for now.
  private let time: String?
  /// Whose prices of dishes are shown; nil for all.
  private let role: Price.Role?

  /// - Parameters:
  ///   - time: the text that chooses the time; nil for now.
  ///   - role: whose prices of dishes are shown; nil for all.
  init(hasCampuses: Bool, _ question: SiteQuestion, by rule: StatusRule, at time: String?, role: Price.Role? = nil) {
    (self.hasCampuses, self.question, self.rule, self.time, self.role) = (hasCampuses, question, rule, time, role)
  }

  func html(_ listings: [PlaceListing]) -> HTML { HTML.all(listings.map(row)) }

  private func row(_ listing: PlaceListing) -> HTML {
    let entry = listing.entry
    let address = PlacesForm.address("/places/\(entry.id.path)", at: time)
    let notice: HTML? = entry.notice.map { "\n<p class=\"notice\" dir=\"auto\">\($0.split(separator: "\n").joined(separator: " · "))</p>" }
    let facts = facts(of: listing)
    let place: HTML? = facts.isEmpty ? nil : "\n<p class=\"where\">\(HTML.all(facts, separator: " · "))</p>"
    return """
      <li class="place" data-id="\(entry.id.description)" data-state="\(PlaceState(listing.status).rawValue)"\(listing.closesSoon ? " data-soon" : "") data-category="\(entry.place?.category.rawValue ?? "")" data-group="\(PlaceSections.Group(of: entry).rawValue)">
      <h3><a class="name" href="\(link: address)" dir="auto">\(entry.name ?? entry.id.description)</a></h3>
      <p class="state"><span class="mark" aria-hidden="true"></span><span class="sentence">\(listing.sentence)</span>\(special(listing))</p>\(dishes(of: listing))\(place)\(notice)
      </li>

      """
  }

  /// How many dishes a row names.
  private static let mostDishes = 3

  /// The first dishes of those that the question is about, with their prices, and how many there are besides; after their day, unless it is
  /// the one in question.
  private func dishes(of listing: PlaceListing) -> HTML? {
    let dishes = listing.foundDishes
    if dishes.isEmpty { return nil }
    let rest = dishes.count - Self.mostDishes
    let names = dishes.prefix(Self.mostDishes).map { dish -> HTML in
      let price: HTML? = dish.portionText(for: role, in: listing.style.language).map { " <span class=\"price\">\($0)</span>" }
      return "<bdi>\(dish.name)</bdi>\(price)"
    }
    let more: HTML? = rest > 0 ? " <small>\(Words.text("and-more", ["count": "\(rest)"]))</small>" : nil
    let day: HTML? = listing.dishesDayText.map { "\($0): " }
    return "\n<p class=\"dishes\">\(day)\(HTML.all(names, separator: " · "))\(more)</p>"
  }

  /// A mark on places whose hours of the day are special, or not as usual.
  private func special(_ listing: PlaceListing) -> HTML? {
    let day = listing.entry.place?.hours.flatMap { DayHours.days(1, from: rule.date(of: listing.entry), of: $0).first }
    let usual = listing.status.unknownReason == nil ? question.usual.week(of: listing.entry) : nil
    return day.flatMap { SpecialName.texts($0, usual: usual, listing.style) }.map { name, usual in
      " <span class=\"special\" title=\"\(usual ?? name)\">\(Words.text("special-hours"))</span>"
    }
  }

  /// Returns the known parts of a location: the distance on foot, the building, the campus.
  private func facts(of listing: PlaceListing) -> [HTML] {
    let location = listing.entry.place?.location
    let campus = question.snapshot.catalog.campuses.first { $0.id == listing.entry.campus }
    var parts: [HTML] = []
    if let distance = listing.distance {
      let walk = Words.text("walk", ["minutes": "\(WalkingTime.minutes(distance))"])
      parts.append("<span class=\"distance\">\(walk), \(listing.style.distance(distance))</span>")
    }
    if let building = location?.building ?? location?.address ?? location?.abbreviation { parts.append("<bdi>\(building)</bdi>") }
    if hasCampuses, let campus { parts.append("<bdi>\(campus.name)</bdi>") }
    return parts
  }
}
