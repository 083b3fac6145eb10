/// A list of places: the name, the sentence, and where it is.
struct PlaceRows {
  private let hasCampuses: Bool
  private let hasCategories: Bool
  private let question: SiteQuestion

  init(hasCampuses: Bool, hasCategories: Bool, _ question: SiteQuestion) {
    (self.hasCampuses, self.hasCategories, self.question) = (hasCampuses, hasCategories, question)
  }

  func html(_ listings: [PlaceListing]) -> HTML { "<ul class=\"places\">\n\(HTML.all(listings.map(row)))</ul>" }

  private func row(_ listing: PlaceListing) -> HTML {
    let entry = listing.entry
    let id = entry.id.description
    let state = PlaceState(listing.status).rawValue
    let notice: HTML? = entry.notice.map { "<p class=\"notice\" dir=\"auto\">\($0.split(separator: "\n").joined(separator: " · "))</p>" }
    return """
      <li class="place" data-id="\(id)" data-state="\(state)"\(listing.closesSoon ? " data-soon" : "") data-category="\(entry.place?.category.rawValue ?? "")">
      <div class="what"><a class="name" href="\(link: "/places/\(id)")" dir="auto">\(entry.name ?? id)</a>
      <p class="where">\(location(listing))</p>\(notice)</div>
      <p class="state"><span class="mark" aria-hidden="true"></span><span class="sentence">\(listing.sentence)</span></p>
      </li>

      """
  }

  /// Returns "120 m · Johnson Center · Mason", each part that is known.
  private func location(_ listing: PlaceListing) -> HTML {
    let location = listing.entry.place?.location
    let campus = question.snapshot.catalog.campuses.first { $0.id == listing.entry.campus }
    var parts: [HTML] = []
    if let distance = listing.distance { parts.append("<span class=\"distance\">\(Table.distance(distance))</span>") }
    if let building = location?.building ?? location?.address ?? location?.abbreviation { parts.append("<bdi>\(building)</bdi>") }
    if hasCategories, let category = listing.entry.place?.category { parts.append("\(category.plural)") }
    if hasCampuses, let campus { parts.append("<bdi>\(campus.name)</bdi>") }
    return HTML.all(parts, separator: " · ")
  }
}

extension PlaceListing {
  /// Whether the place closes within half an hour.
  fileprivate var closesSoon: Bool {
    status.isOpen && status.until.map { $0.secondsSinceEpoch - instant.secondsSinceEpoch <= 1_800 } == true
  }
}
