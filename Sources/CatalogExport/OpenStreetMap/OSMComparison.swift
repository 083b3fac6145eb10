public import CampusCatalog
import CatalogQuery
public import OpeningHours

/// The differences between the places of a catalog and an extract of OpenStreetMap.
///
/// Places are paired with elements by `OSMMatching`. Hours are compared as those of a week (`MapHours`), because a map has no exceptions on
/// dates. Nothing is said about places outside of the extract, nor about those that nobody can visit.
public struct OSMComparison: Sendable {
  /// The findings, by campus, then place; elements that are no places come last.
  public private(set) var findings: [OSMFinding] = []
  public let generatedAt: Instant
  public let campuses: [Campus]
  /// The distance within which a place has the same position, in meters.
  public let within: Double
  /// The number of places that were compared, and of those with an element.
  public let compared: Int
  public let matched: Int
  /// The places outside of the extract.
  public let outside: [EntryID]
  /// The places without a position and without an element.
  public private(set) var unplaced: [EntryID] = []
  /// The number of elements with hours whose places have hours only for dates, so that they were not compared.
  public private(set) var hoursOnDatesOnly = 0

  private let extract: OSMExtract
  /// The websites that several places have: pages about all of them.
  private let sharedWebsites: Set<String>

  /// - Parameters:
  ///   - meters: the distance within which a place has the same position.
  ///   - date: returns the date of the comparison for a place.
  ///   - usual: returns the usual week of a place; nil if it is not known.
  public init(
    _ catalog: Catalog, with extract: OSMExtract, within meters: Double, on date: (Entry) -> LocalDate, usual: (Entry) -> UsualWeek?
  ) {
    (generatedAt, campuses, within, self.extract) = (catalog.generatedAt, catalog.campuses, meters, extract)
    let all = catalog.entries.filter { $0.place.map { $0.access != .remote } ?? false }
    let websites = Dictionary(grouping: all.compactMap { $0.page(.website).flatMap { OSMText.website($0) } }) { $0 }
    sharedWebsites = Set(websites.filter { $0.value.count > 1 }.keys)
    let positions = Self.positions(of: all, catalog.campuses)
    let limits = extract.box.grown(by: meters * OSMMatching.farthest)
    // A place without a position is where its campus is.
    let isOutside = { (entry: Entry) in
      let known = entry.location?.coordinate.map { [$0] } ?? positions[entry.campus] ?? []
      return !known.isEmpty && !known.contains { limits.contains($0) }
    }
    outside = all.filter(isOutside).map(\.id)
    let entries = all.filter { !isOutside($0) }
    let areas = positions.mapValues { CampusArea($0) }
    let places = entries.map { [sharedWebsites] entry in
      OSMMatching.Place(
        entry: entry, names: OSMText.names(of: entry),
        website: entry.page(.website).flatMap { OSMText.website($0) }.flatMap { sharedWebsites.contains($0) ? nil : $0 },
        position: entry.location?.coordinate, kinds: entry.place?.category.osmKinds ?? [], area: areas[entry.campus] ?? CampusArea([]))
    }
    let matching = OSMMatching(places, extract.elements, within: meters)
    (compared, matched) = (places.count, matching.elementOf.count)
    let countries = Dictionary(catalog.campuses.map { ($0.id, $0.country) }) { first, _ in first }
    for (index, place) in places.enumerated() {
      let hours = MapHours(place.entry.hours, usual: usual(place.entry), on: date(place.entry))
      let country = countries[place.entry.campus] ?? nil
      if let element = matching.elementOf[index] {
        compare(place, with: extract.elements[element], hours, country)
      } else if let candidates = matching.candidates[index] {
        var finding = OSMFinding(code: .ambiguous, campus: place.entry.campus, place: place.entry.id, name: place.entry.name)
        finding.elements = candidates.sorted().prefix(Self.mostCandidates).map { extract.elements[$0] }
        let others = candidates.count - finding.elements.count
        if others > 0 { finding.remark = "\(others.counted("other element")) may be the place, too" }
        finding.position = place.position
        findings.append(finding)
      } else if place.position == nil {
        unplaced.append(place.entry.id)
      } else {
        var finding = OSMFinding(code: .missing, campus: place.entry.campus, place: place.entry.id, name: place.entry.name)
        finding.position = place.position
        finding.tags = tags(of: place.entry, hours, country)
        findings.append(finding)
      }
    }
    addExtra(areas, places, Set(matching.elementOf.values).union(matching.candidates.values.joined()))
  }

  /// Returns the comparison with only the findings that a condition accepts.
  public func filtered(_ isIncluded: (OSMFinding) -> Bool) -> OSMComparison {
    var part = self
    part.findings = findings.filter(isIncluded)
    return part
  }

  /// The parts of the extract that could not be compared, as sentences without a period.
  public var remarks: [String] {
    func counted(_ count: Int, _ one: String, _ many: String) -> String? { count == 0 ? nil : count.counted(one, many) }
    return [
      extract.remark.map { "the extract may be incomplete: “\($0)”" },
      counted(extract.withoutPosition, "element of the extract has no position", "elements of the extract have no position"),
      counted(outside.count, "place is outside of the extract", "places are outside of the extract"),
      counted(unplaced.count, "place without a position was not found", "places without a position were not found"),
      counted(
        hoursOnDatesOnly, "place has hours only for dates, which a map cannot have, so they were not compared",
        "places have hours only for dates, which a map cannot have, so they were not compared"),
    ].compactMap(\.self)
  }

  /// "27 of 30 places are in the extract; 4 findings".
  public var summary: String {
    "\(matched) of \(compared.counted("place", "places")) \(matched == 1 ? "is" : "are") in the extract; "
      + findings.count.counted("finding", "findings")
  }

  /// The numbers of elements in the extract, and of those without tags and without a position.
  package var extractCounts: (read: Int, withoutTags: Int, withoutPosition: Int) {
    (extract.read, extract.withoutTags, extract.withoutPosition)
  }

  /// Returns the positions of the places of each campus; that of the campus if none has one.
  private static func positions(of places: [Entry], _ campuses: [Campus]) -> [CampusID: [Coordinate]] {
    let own = Dictionary(campuses.map { ($0.id, [$0.location].compactMap(\.self)) }) { first, _ in first }
    var positions = Dictionary(grouping: places, by: \.campus).mapValues { $0.compactMap { $0.location?.coordinate } }
    for (campus, known) in positions where known.isEmpty { positions[campus] = own[campus] ?? [] }
    return positions
  }

  /// The maximum number of candidates that a finding has, so that it does not grow with the extract.
  private static let mostCandidates = 10

  // MARK: - Differences

  private mutating func compare(_ place: OSMMatching.Place, with element: OSMElement, _ hours: MapHours?, _ country: String?) {
    let entry = place.entry
    func add(_ code: OSMFinding.Code, _ former: String?, _ tags: [OSMTag], remark: String? = nil, distance: Double? = nil) {
      var finding = OSMFinding(code: code, campus: entry.campus, place: entry.id, name: entry.name)
      finding.elements = [element]
      finding.position = place.position ?? element.position
      (finding.distance, finding.tags, finding.former, finding.remark) = (distance, tags, former, remark)
      findings.append(finding)
    }
    if let distance = place.distance(to: element), distance > within {
      add(.moved, nil, [], distance: distance)
      // A place far away with the same name may be another branch, whose tags are none of the campus's.
      if !place.isStated(by: element) { return }
    }
    if let name = entry.name, place.names.isDisjoint(with: OSMText.names(of: element.tags)) {
      add(.name, element.tags["name"], [OSMTag("name", name)])
    }
    if let hours {
      let tags = hours.text.map { [OSMTag("opening_hours", $0)] } ?? []
      if let text = element.tags["opening_hours"] {
        switch hours.comparison(with: text) {
        case .same: break
        case .unknown: hoursOnDatesOnly += 1
        case .different(let remarks): add(.hours, text, tags, remark: remarks.isEmpty ? nil : remarks.joined(separator: "; "))
        case .unreadable(let error): add(.unreadableHours, text, [], remark: "byte \(error.offset): \(error.message)")
        }
      } else if !tags.isEmpty {
        add(.hours, nil, tags)
      }
    }
    if let phone = entry.place?.contact.phone.flatMap({ PhoneNumber($0, country: country) }),
      !OSMText.phones(of: element.tags, country: country).contains(phone.digits)
    {
      let key = OSMText.phoneKey(in: element.tags)
      add(.phone, element.tags[key], [OSMTag(key, phone.text)])
    }
    if let address = entry.page(.website), let website = place.website, !OSMText.websites(of: element.tags).contains(website) {
      let key = OSMText.websiteKey(in: element.tags)
      add(.website, element.tags[key], [OSMTag(key, address)])
    }
  }

  /// Returns the tags of a new element for a place.
  private func tags(of entry: Entry, _ hours: MapHours?, _ country: String?) -> [OSMTag] {
    guard let place = entry.place else { return [] }
    let website = entry.page(.website).flatMap { address in
      OSMText.website(address).flatMap { sharedWebsites.contains($0) ? nil : address }
    }
    let others = [
      ("name", entry.name), ("opening_hours", hours?.text),
      ("phone", place.contact.phone.flatMap { PhoneNumber($0, country: country)?.text }), ("email", place.contact.email),
      ("website", website),
    ]
    return place.category.osmTags + others.compactMap { key, value in value.map { OSMTag(key, $0) } }
  }

  /// Adds the elements with a name near the places of a campus that are no places, of the kinds that the catalog has there.
  ///
  /// - Parameter known: the elements that are places, or may be.
  private mutating func addExtra(_ areas: [CampusID: CampusArea], _ places: [OSMMatching.Place], _ known: Set<Int>) {
    let kinds = Dictionary(grouping: places.filter { $0.entry.place?.category != .other }, by: \.entry.campus).mapValues { places in
      places.reduce(into: Set<OSMKind>()) { $0.formUnion($1.kinds) }.subtracting([.other])
    }
    let known = known.union(
      extract.elements.indices.filter { index in extract.elements[index].name == nil || extract.elements[index].position == nil })
    let campuses = areas.keys.sorted()
    for (index, element) in extract.elements.enumerated() where !known.contains(index) {
      let campus = campuses.first { campus in
        guard let position = element.position, !(kinds[campus] ?? []).isDisjoint(with: element.kinds) else { return false }
        return areas[campus]?.contains(position, within: within) ?? false
      }
      guard let campus else { continue }
      var finding = OSMFinding(code: .extra, campus: campus, place: nil, name: element.name)
      finding.elements = [element]
      finding.position = element.position
      findings.append(finding)
    }
  }
}
