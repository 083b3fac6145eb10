public import OpeningHours
public import SimdJSON

extension Entry {
  /// Reads an element of `entries`.
  ///
  /// - Throws: the first error, such as an unknown or missing key, a value of the wrong type, or a campus that does not match the id.
  public init(reading value: JSONValue) throws(JSONFieldError) {
    let id = try value.requiredParsed("id", "an entry id such as \"penn/dining/593\"") { EntryID($0) }
    let campus = try value.requiredParsed("campus", "a campus id") { CampusID($0) }
    guard id.isEntry(of: campus) else { throw value.fault(.value, "\"campus\" does not match the entry id") }
    let kind = try value.requiredParsed("kind", "\"place\", \"event\", \"alert\", \"quote\" or \"menu\"") { Kind(rawValue: $0) }
    let details: Details =
      switch kind {
      case .place: .place(try Place(reading: value, id, campus))
      case .event: .event(try Event(reading: value))
      case .alert: .alert(try Alert(reading: value))
      case .quote: .quote(try Quote(reading: value))
      case .menu: .menu(try Menu(reading: value, campus))
      }
    try value.expectOnly(kind.keys)
    let name = try value.text("name")
    guard name?.isEmpty != true, name != nil || kind == .quote || kind == .menu else {
      throw value.fault(.value, "\"name\" is missing or empty")
    }
    let sources = try value.list("sources", SourceReference.init(reading:))
    guard !sources.isEmpty else { throw value.fault(.missing, "\"sources\" is missing") }
    // The memberwise initializer constructs the entry in place: changing it afterward would copy it.
    self.init(
      id: id, campus: campus,
      aliases: try value.list("aliases") { (alias) throws(JSONFieldError) in try alias.parsed("an entry id") { EntryID($0) } },
      name: name, tags: try value.texts("tags"), labels: try value.texts("labels"), description: try value.text("description"),
      notice: try value.text("notice"), links: try value.list("links", Link.init(reading:)),
      images: try value.list("images", Image.init(reading:)), details: details, sources: sources,
      provenance: try value.list("provenance", Provenance.init(reading:)))
  }
}

extension Place {
  fileprivate init(reading value: JSONValue, _ id: EntryID, _ campus: CampusID) throws(JSONFieldError) {
    self.init(category: try value.requiredParsed("category", "a category") { Category(rawValue: $0) })
    for line in Self.lines { self[keyPath: line.path] = try value.text(line.key) }
    if let object = try value.object("location") { location = try Location(reading: object) }
    if let object = try value.object("hours") { hours = try Schedule(reading: object) }
    if let object = try value.object("contact") { contact = try Contact(reading: object) }
    access = try value.parsed("access", Access.form) { Access(rawValue: $0) }
    partOf = try value.parsed("partOf", "the id of another entry of the campus") { text in
      EntryID(text).flatMap { $0.isEntry(of: campus) && $0 != id ? $0 : nil }
    }
  }
}

extension SourceReference {
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["feed", "record"])
    self.init(feed: try value.requiredParsed("feed", "a feed id") { FeedID($0) }, record: try value.requiredText("record"))
  }
}

extension Location {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["address", "building", "abbreviation", "room", "region", "onCampus", "latitude", "longitude"])
    address = try value.text("address")
    building = try value.text("building")
    abbreviation = try value.text("abbreviation")
    room = try value.text("room")
    region = try value.text("region")
    onCampus = try value.flag("onCampus")
    coordinate = value["latitude"] == nil && value["longitude"] == nil ? nil : try value.coordinate()
  }
}

extension Contact {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["phone", "email"])
    self.init(phone: try value.text("phone"), email: try value.text("email"))
  }
}

extension Link {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["rel", "href"])
    self.init(
      try value.requiredParsed("rel", "\"website\", \"menu\", \"order\", \"registration\" or \"source\"") { Relation(rawValue: $0) },
      try value.requiredParsed("href", "an http or https address") { WebAddress($0) })
  }
}

extension Image {
  public init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["href", "role"])
    self.init(
      try value.requiredParsed("role", "\"photo\" or \"logo\"") { Role(rawValue: $0) },
      try value.requiredParsed("href", "an http or https address") { WebAddress($0) })
  }
}

extension Event {
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    self.init(
      startDate: try value.requiredParsed("startDate", "a date") { LocalDate($0) },
      endDate: try value.requiredParsed("endDate", "a date") { LocalDate($0) },
      endUnknown: try value.flag("endUnknown") ?? false,
      status: try value.parsed("status", "\"cancelled\", \"postponed\" or \"tentative\"") { Status(rawValue: $0) },
      organizer: try value.text("organizer"), cost: try value.text("cost"), audience: try value.texts("audience"),
      isOnline: try value.flag("online"), loginRequired: try value.flag("loginRequired"))
    guard startDate <= endDate else { throw value.fault(.value, "\"endDate\" is before \"startDate\"") }
    if let object = try value.object("location") { location = try Location(reading: object) }
    if let object = try value.object("hours") {
      hours = try Schedule(reading: object)
      guard hasConsistentDates else { throw object.fault(.value, "there are occurrences before \"startDate\" or after \"endDate\"") }
    }
    if let object = try value.object("venue") {
      try object.expectOnly(["city", "state", "stateCode"])
      venue = Venue(city: try object.text("city"), state: try object.text("state"), stateCode: try object.text("stateCode"))
    }
  }
}

extension Alert {
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    self.init(
      severity: try value.requiredParsed("severity", "a severity") { Severity(rawValue: $0) },
      startsAt: try value.instant("startsAt"), endsAt: try value.instant("endsAt"))
  }
}

extension Quote {
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    self.init(text: try value.requiredText("text"), author: try value.text("author"))
  }
}

extension Provenance {
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["field", "from", "because", "until", "over"])
    let from = try value.requiredText("from")
    let origin = from == "correction" ? Origin.correction : EntryID(from).map { .entry($0) }
    guard let origin else { throw value.fault(.value, "\"from\" is neither an entry id nor \"correction\"") }
    self.init(
      field: try value.requiredText("field"), origin: origin, because: try value.text("because"),
      until: try value.parsed("until", "a date") { LocalDate($0) },
      overridden: try value.list("over") { (item) throws(JSONFieldError) in
        try item.expectOnly(["from", "value"])
        let from = try item.requiredParsed("from", "an entry id") { EntryID($0) }
        guard let value = item["value"] else { throw item.fault(.missing, "\"value\" is missing") }
        var writer = JSONWriter(capacity: 256)
        writer.copy(value)
        return OverriddenValue(from: from, value: writer.text)
      })
  }
}

extension Schedule {
  /// Reads `hours` of a place or an event. The member `osm` is ignored, because it follows from the layers.
  public init(reading value: JSONValue) throws(JSONFieldError) {
    let layers = try Layer.readList(of: value)
    let zone = try value.requiredParsed("zone", "an IANA time zone") { Zone($0) }
    self.init(zone: zone, layers: layers)
  }
}

extension Layer {
  /// Reads the member `layers` of `hours`, weakest first. The only other members allowed are `zone` and `osm`.
  public static func readList(of hours: JSONValue) throws(JSONFieldError) -> [Layer] {
    try hours.expectOnly(["zone", "layers", "osm"])
    let layers = try hours.requiredList("layers", Layer.init(reading:))
    for (weaker, stronger) in zip(layers, layers.dropFirst()) where stronger.level < weaker.level {
      throw hours.fault(.value, "layers must be listed weakest first")
    }
    return layers
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["level", "name", "from", "to", "week", "days", "always", "notes"])
    let level = try value.requiredParsed("level", "a level") { Level(name: $0) }
    let name = try value.text("name")
    let from = try value.parsed("from", "a date") { LocalDate($0) }
    let to = try value.parsed("to", "a date") { LocalDate($0) }
    let rule: Rule
    switch (try value.object("week"), try value.object("days"), try value.flag("always")) {
    case (let week?, nil, nil):
      try week.expectOnly(Weekday.codes)
      rule = .week(WeekPlan(try DayPlans(readingWeek: week)))
    case (nil, let days?, nil):
      guard from == nil, to == nil else { throw value.fault(.value, "\"days\" cannot be combined with \"from\" or \"to\"") }
      var dates: [LocalDate] = []
      dates.reserveCapacity(days.count)
      var plans = DayPlans()
      plans.reserveCapacity(days: days.count, services: 2 * days.count)
      var members = days.members
      while let member = members.next() {
        guard let date = LocalDate(member.key) else {
          throw member.value.fault(.time, "expected a date such as \"2026-11-21\", found \"\(member.key)\"")
        }
        if let last = dates.last, last >= date { throw member.value.fault(.value, "dates must be sorted") }
        dates.append(date)
        try plans.append(reading: member.value)
      }
      rule = .days(DatedPlans(dates: dates, plans))
    case (nil, nil, true): rule = .always
    default: throw value.fault(.value, "expected exactly one of \"week\", \"days\" and \"always\": true")
    }
    guard let layer = Layer(level, name: name, from: from, to: to, rule) else { throw value.fault(.value, "\"to\" is before \"from\"") }
    self = layer
    if let notes = try value.object("notes") { self.notes = try DayNotes(reading: notes) }
  }
}

extension DayNotes {
  /// Reads an object of texts by date.
  fileprivate init(reading value: JSONValue) throws(JSONFieldError) {
    var texts: [LocalDate: String] = [:]
    var last: LocalDate?
    var members = value.members
    while let member = members.next() {
      guard let date = LocalDate(member.key) else {
        throw member.value.fault(.time, "expected a date such as \"2026-11-21\", found \"\(member.key)\"")
      }
      guard let text = member.value.string else { throw member.value.fault(.type, "expected text, found \(member.value.kind)") }
      guard last.map({ $0 < date }) ?? true else { throw member.value.fault(.value, "dates must be sorted") }
      (texts[date], last) = (text, date)
    }
    self.init(texts)
  }
}

extension DayPlans {
  /// Reads the plans of a week, Monday first. Missing weekdays are closed.
  fileprivate init(readingWeek week: JSONValue) throws(JSONFieldError) {
    self.init()
    reserveCapacity(days: 7, services: 2 * week.count)
    for code in Weekday.codes {
      if let plan = week[code] { try append(reading: plan) } else { endDay() }
    }
  }

  /// Reads and appends the plan of one day: a list of services, or "unknown".
  fileprivate mutating func append(reading value: JSONValue) throws(JSONFieldError) {
    if value.isString("unknown") { return endUnknownDay() }
    guard value.isArray else { throw value.fault(.type, "expected services or \"unknown\"") }
    var elements = value.elements
    while let element = elements.next() { add(try Service(reading: element)) }
    endDay()
  }
}

extension Service {
  init(reading value: JSONValue) throws(JSONFieldError) {
    var opens: LocalTime?
    var closes: LocalTime?
    var label: String?
    var elements = value.elements
    while let element = elements.next() {
      guard let text = element.utf8 else { throw element.fault(.type, "expected text, found \(element.kind)") }
      if closes != nil {
        label = element.string
      } else {
        guard let time = LocalTime(ascii: text) else { throw element.fault(.time, "expected a time such as \"07:30\"") }
        if opens == nil { opens = time } else { closes = time }
      }
    }
    guard let opens, let closes, elements.index <= 3, let service = Service(opens: opens, closes: closes, label: label) else {
      throw value.fault(.value, "expected [opens, closes] or [opens, closes, label], closing after opening and at most 24 hours later")
    }
    self = service
  }
}
