import CampusCatalog
import CatalogQuery
import OpeningHours
import SimdJSON

/// Entries as linked data (JSON-LD 1.1) with the terms of schema.org, one node on each line. The first node describes the catalog.
///
/// Ids are fragments, such as `#penn/dining/593`, so that they are unique in the page that has the data. `<` is escaped, so that the text can
/// be put into a script element as it is.
struct JSONLDGraph: LineFormat {
  private let header: ExportHeader
  /// The hours of places with a night that is not over.
  private var nightHours: [EntryID: Schedule] = [:]
  /// Menus that are served as long as their places are open, whose hours may come later in the catalog.
  private var nightMenus: [Entry] = []

  init(_ header: ExportHeader) { self.header = header }

  func begin() -> [UInt8] {
    var writer = JSONWriter()
    writer.literal("{\"@context\":\"https://schema.org\",\"@graph\":[\n")
    writer.beginObject()
    writer.member("@type", "Dataset")
    writer.member("@id", "#catalog")
    writer.member("name", "Campus catalog")
    writer.member("dateModified", header.generatedAt.description)
    if !header.missing.isEmpty {
      writer.member("description", "Missing feeds: \(header.missing.map { "\($0.id)" }.joined(separator: ", "))")
    }
    writer.objects("isBasedOn", header.feeds.map { ($0.id, $0) } + header.unreportedFeeds.map { ($0, nil) }) { feed, writer in
      let (id, report): (FeedID, FeedReport?) = feed
      writer.member("@type", "DataFeed")
      writer.member("identifier", id.description)
      writer.member("url", report?.url)
      writer.member("dateModified", report?.fetchedAt?.description)
      writer.member("creativeWorkStatus", report?.outcome.rawValue)
      if let license = report?.license {
        writer.object("license") { writer in
          writer.member("@type", "CreativeWork")
          writer.member("text", license)
        }
      }
    }
    writer.endObject()
    return Self.escaped(writer)
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var writer = JSONWriter(capacity: entries.count * 1024)
    for entry in entries {
      // Menus that are over are of no use to readers.
      if let menu = entry.menu, header.rule.hasEnded(entry, hours: nightHours[menu.place]) { continue }
      // The node of the catalog comes before the first entry.
      writer.literal(",\n")
      writer.beginObject()
      switch entry.details {
      case .place(let place): write(entry, place, to: &writer)
      case .event(let event): write(entry, event, to: &writer)
      case .alert(let alert): write(entry, alert, to: &writer)
      case .quote(let quote): write(entry, quote, to: &writer)
      case .menu(let menu): LinkedMenu(menu, entry, in: header.campus(entry.campus)?.timeZone).write(to: &writer)
      }
      writer.endObject()
    }
    return Self.escaped(writer)
  }

  mutating func note(_ entries: [Entry], among all: [Entry]) {
    for index in all.indices where all[index].kind == .place { addHours(of: all[index]) }
    nightMenus += entries.filter { entry in
      guard let menu = entry.menu, menu.meal.to == nil else { return false }
      return menu.date.adding(days: 1) == header.rule.date(of: entry)
    }
  }

  /// Adds the hours of a place if it is still open since the day before.
  mutating func addHours(of place: Entry) {
    guard let hours = place.hours, let yesterday = header.rule.date(of: place).adding(days: -1) else { return }
    let status = hours.status(onDay: yesterday)
    guard status.isOpen, let until = status.until, until > header.rule.instant(of: place) else { return }
    for id in [place.id] + place.aliases { nightHours[id] = hours }
  }

  func end() -> [UInt8] { text(of: nightMenus) + Array("\n]}\n".utf8) }

  /// Returns JSON in which `<`, which occurs only in strings, is written as `\u003c`.
  private static func escaped(_ writer: borrowing JSONWriter) -> [UInt8] {
    writer.withBytes { bytes in
      guard bytes.contains(UInt8(ascii: "<")) else { return Array(bytes) }
      var escaped: [UInt8] = []
      escaped.reserveCapacity(bytes.count + 1024)
      for byte in bytes {
        if byte == UInt8(ascii: "<") { escaped.append(contentsOf: "\\u003c".utf8) } else { escaped.append(byte) }
      }
      return escaped
    }
  }

  // MARK: - Kinds of entries

  /// Writes the members that all kinds have.
  private func begin(_ entry: Entry, _ type: String, to writer: inout JSONWriter) {
    writer.member("@type", type)
    writer.member("@id", "#\(entry.id)")
    writer.member("identifier", entry.id.description)
    writer.member("name", entry.name)
  }

  /// Writes the description, pages and pictures.
  private func end(_ entry: Entry, to writer: inout JSONWriter) {
    writer.member("description", entry.description)
    writer.member("disambiguatingDescription", entry.notice)
    writer.member("url", entry.page(.website))
    writer.member("image", entry.images.map(\.href.description))
    writer.member("keywords", entry.tags + entry.labels)
  }

  private func write(_ entry: Entry, _ place: Place, to writer: inout JSONWriter) {
    begin(entry, place.category.schemaType, to: &writer)
    end(entry, to: &writer)
    let country = header.campus(entry.campus)?.country
    writer.member("telephone", place.contact.phone.map { PhoneNumber($0, country: country)?.text ?? $0 })
    // A place that is not an organization has no address for email.
    if place.category.schemaType != "Place" { writer.member("email", place.contact.email) }
    if place.category.isFood { writer.member("hasMenu", entry.page(.menu)) }
    if let page = entry.page(.order) {
      writer.object("potentialAction") { writer in
        writer.member("@type", "OrderAction")
        writer.member("target", page)
      }
    }
    if let position = place.location.coordinate {
      writer.object("geo") { writer in
        writer.member("@type", "GeoCoordinates")
        writer.members(of: position)
      }
    }
    let campus = header.campus(entry.campus)
    if let address = place.location.address {
      writer.object("address") { writer in
        writer.member("@type", "PostalAddress")
        writer.member("streetAddress", address)
        writer.member("addressCountry", campus?.country)
      }
    }
    writer.object("containedInPlace") { writer in
      let writeCampus = { (writer: inout JSONWriter) in
        writer.member("@type", "CollegeOrUniversity")
        writer.member("name", campus?.name ?? entry.campus.description)
      }
      guard let building = place.location.building else { return writeCampus(&writer) }
      writer.member("@type", "Place")
      writer.member("name", building)
      writer.member("alternateName", place.location.abbreviation)
      writer.object("containedInPlace", writeCampus)
    }
    let hours = place.hours.map { LinkedHours(of: $0, from: header.rule.date(of: entry)) } ?? LinkedHours()
    if !hours.regular.isEmpty { writer.list("openingHoursSpecification", hours.regular) { $0.write(to: &$1) } }
    if !hours.special.isEmpty { writer.list("specialOpeningHoursSpecification", hours.special) { $0.write(to: &$1) } }
    let isKnown = !hours.regular.isEmpty || !hours.special.isEmpty
    let properties =
      [
        ("timeZone", place.hours?.zone.name ?? campus?.timeZone?.name), ("hours", isKnown ? "known" : "unknown"),
        ("category", place.category.rawValue), ("access", place.access?.rawValue), ("partOf", place.partOf?.description),
      ] + Place.lines.map { ("\($0.key)", place[keyPath: $0.path]) }
    writer.objects("additionalProperty", properties.filter { $0.1 != nil }) { property, writer in
      writer.member("@type", "PropertyValue")
      writer.member("name", property.0)
      writer.member("value", property.1)
    }
  }

  private func write(_ entry: Entry, _ event: Event, to writer: inout JSONWriter) {
    begin(entry, "Event", to: &writer)
    end(entry, to: &writer)
    LinkedEvent(event, entry, header.rule).write(to: &writer)
  }

  private func write(_ entry: Entry, _ alert: Alert, to writer: inout JSONWriter) {
    begin(entry, "SpecialAnnouncement", to: &writer)
    writer.member("text", entry.description)
    writer.member("url", entry.page(.website))
    writer.member("keywords", [alert.severity.rawValue])
    let zone = header.campus(entry.campus)?.timeZone
    writer.member("datePosted", alert.startsAt.map { zone?.text($0) ?? $0.description })
    writer.member("expires", alert.endsAt.map { zone?.text($0) ?? $0.description })
    writer.object("spatialCoverage") { writer in
      writer.member("@type", "Place")
      writer.member("name", header.campus(entry.campus)?.name ?? entry.campus.description)
    }
  }

  private func write(_ entry: Entry, _ quote: Quote, to writer: inout JSONWriter) {
    begin(entry, "Quotation", to: &writer)
    writer.member("text", quote.text)
    guard let author = quote.author else { return }
    writer.object("creator") { writer in
      writer.member("@type", "Person")
      writer.member("name", author)
    }
  }
}

extension Category {
  /// The type of schema.org that a category corresponds to.
  fileprivate var schemaType: String {
    switch self {
    case .diningHall: "FoodEstablishment"
    case .cafe: "CafeOrCoffeeShop"
    case .restaurant: "Restaurant"
    case .fastFood: "FastFoodRestaurant"
    case .bar: "BarOrPub"
    case .market: "ConvenienceStore"
    case .retail: "Store"
    case .library: "Library"
    case .gym: "ExerciseGym"
    case .service: "LocalBusiness"
    case .study, .other: "Place"
    }
  }

  /// Whether the type is a `FoodEstablishment`.
  fileprivate var isFood: Bool {
    switch self {
    case .diningHall, .cafe, .restaurant, .fastFood, .bar: true
    case .market, .retail, .library, .gym, .study, .service, .other: false
    }
  }
}
