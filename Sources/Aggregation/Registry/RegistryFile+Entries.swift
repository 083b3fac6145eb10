import Basics
import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

extension EntryLink {
  /// Reads a link, such as `{"same": ["penn/dining/593", "penn/other/1920-commons"]}`.
  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a link, found \(value.kind)") }
    try value.expectOnly(Self.keys.map(\.key))
    let found = Self.keys.filter { value[$0.key] != nil }
    guard found.count == 1, let (kind, key) = found.first else {
      throw value.fault(.value, "a link needs one of \"same\", \"different\" and \"place\"")
    }
    let ids = try value.requiredList(key) { (id) throws(JSONFieldError) in
      try id.parsed("an entry id such as \"penn/dining/593\"") { EntryID($0) }
    }
    guard Set(ids).count > 1 else { throw value.fault(.value, "a link must name at least two entries") }
    try value.expectDifferent(ids.map(\.description), key)
    self.init(kind: kind, ids: ids)
  }

  static let keys: [(kind: Kind, key: StaticString)] = [(.same, "same"), (.different, "different"), (.place, "place")]

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (kind, key) in Self.keys where kind == self.kind { writer.member(key, ids.map(\.description)) }
    writer.endObject()
  }
}

extension Correction {
  /// The fields that a correction may change.
  static let correctable = Entry.Field.allCases.filter { $0.info.kinds.contains(.place) }

  /// Reads a correction, which needs an `id`, the reason (`because`) and at least one field.
  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a correction, found \(value.kind)") }
    try value.expectOnly(["id", "until", "because"] + Self.correctable.map(\.info.key))
    let name = try value.line("name")
    var place = Place(category: try value.parsed("category", "a category") { Category(rawValue: $0) } ?? .other)
    for line in Place.lines { place[keyPath: line.path] = try value.line(line.key) }
    let (tags, labels) = (try value.differentLines("tags"), try value.differentLines("labels"))
    let description: String? = try value.lines("description")
    let notice: String? = try value.lines("notice")
    if let location = try value.shownLocation() { place.location = location }
    var hours: (layers: [Layer], zone: Zone?) = ([], nil)
    if let object = try value.object("hours") {
      try object.expectShownHours()
      hours = (try Layer.readList(of: object), try object.parsed("zone", "an IANA time zone") { Zone($0) })
    }
    if let contact = try value.shownContact() { place.contact = contact }
    place.access = try value.parsed("access", Place.Access.form) { Place.Access(rawValue: $0) }
    place.partOf = try value.parsed("partOf", "an entry id such as \"gmu/whats-open/fenwick\"") { EntryID($0) }
    let links = try value.differentLinks() ?? []
    let images = try value.list("images") { (image) throws(JSONFieldError) in
      try image["href"]?.expectWebAddress()
      return try Image(reading: image)
    }
    try value.expectDifferent(images.map { "\($0.role.rawValue) \($0.href)" }, "images")
    let fields = Self.correctable.filter { value[$0.info.key] != nil }
    guard !fields.isEmpty else {
      throw value.fault(.missing, "the correction changes nothing; give it a \"name\", \"hours\" or another field")
    }
    guard let because = try value.lines("because").flatMap({ PlainText.line($0) }) else {
      throw value.fault(.missing, "\"because\" is missing")
    }
    let (id, campus) = try value.requiredParsed("id", "an entry id such as \"gmu/whats-open/rac\"") { text in
      EntryID(text).flatMap { id in id.feed.map { (id, $0.campus) } }
    }
    if let whole = place.partOf, whole == id || whole.feed?.campus != campus {
      throw value.fault(.value, "\"partOf\" is not another entry of the campus \(campus)")
    }
    var values = Entry(
      id: id, campus: campus, name: name, tags: tags, labels: labels, notice: notice, links: links, images: images, sources: [],
      details: .place(place))
    values.description = description
    self.init(
      id: id, fields: fields, values: values, layers: hours.layers, zone: hours.zone,
      until: try value.parsed("until", "a date such as \"2026-12-20\"") { LocalDate($0) }, because: because, text: Self.text(of: value))
  }
}

extension Correction {
  private static func text(of value: JSONValue) -> String {
    var writer = JSONWriter(capacity: 512)
    writer.copy(value)
    return writer.text
  }
}

extension EntryFacts {
  /// Reads the facts of one entry; values that are present replace earlier ones.
  mutating func read(_ value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected facts, found \(value.kind)") }
    try value.expectOnly(["category"] + Place.lines.map(\.key) + ["location", "contact", "links"])
    guard value.count > 0 else {
      throw value.fault(.missing, "there are no facts; give the entry a \"location\", \"links\" or another field")
    }
    category = try value.parsed("category", "a category", { Category(rawValue: $0) }) ?? category
    for line in Place.lines { lines[line.field] = try value.line(line.key) ?? lines[line.field] }
    if let new = try value.shownLocation() { location = new.completed(by: location) }
    if let new = try value.shownContact() { contact = new.completed(by: contact) }
    links = try value.differentLinks() ?? links
  }
}

extension JSONValue {
  fileprivate func expectWebAddress() throws(JSONFieldError) { _ = try webAddress("an http or https address") }

  /// Reads the member `location`, whose texts are single lines; nil if it is absent.
  fileprivate func shownLocation() throws(JSONFieldError) -> Location? {
    guard let object = try object("location") else { return nil }
    for key: StaticString in ["address", "building", "abbreviation", "room", "region"] { _ = try object.line(key) }
    return try Location(reading: object)
  }

  /// Reads the member `contact`, whose texts are single lines; nil if it is absent.
  fileprivate func shownContact() throws(JSONFieldError) -> Contact? {
    guard let object = try object("contact") else { return nil }
    for key: StaticString in ["phone", "email"] { _ = try object.line(key) }
    return try Contact(reading: object)
  }

  /// Reads the member `links`, in which links must not repeat; nil if it is absent.
  fileprivate func differentLinks() throws(JSONFieldError) -> [Link]? {
    guard self["links"] != nil else { return nil }
    let links = try list("links") { (link) throws(JSONFieldError) in
      try link["href"]?.expectWebAddress()
      return try Link(reading: link)
    }
    try expectDifferent(links.map { "\($0.relation.rawValue) \($0.href)" }, "links")
    return links
  }

  /// Throws for hours whose names and labels are not single lines of text, and for dated layers without a date.
  fileprivate func expectShownHours() throws(JSONFieldError) {
    _ = try text("osm")
    var layers = try array("layers")?.elements
    while let layer = layers?.next() {
      _ = try layer.line("name")
      for key: StaticString in ["week", "days"] {
        guard let days = try layer.object(key) else { continue }
        var members = days.members
        var isEmpty = true
        while let member = members.next() {
          isEmpty = false
          try member.value.expectShownLabels()
        }
        if isEmpty, key.description == "days" { throw days.fault(.value, "\"days\" needs at least one date") }
      }
    }
  }

  /// Throws for services whose labels are not single lines of text.
  private func expectShownLabels() throws(JSONFieldError) {
    guard isArray else { return }
    var services = elements
    while let service = services.next() {
      guard service.isArray else { throw service.fault(.type, "expected [opens, closes] or [opens, closes, label], found \(service.kind)") }
      var parts = service.elements
      _ = (parts.next(), parts.next())
      if let label = parts.next() { _ = try label.line() }
    }
  }
}

extension HTTPLimits {
  /// Reads the limits of a feed in a registry file, such as `{"connect": "PT5S", "wireBytes": 1048576}`. Absent members have their
  /// defaults.
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(Self.durations.map(\.key) + Self.sizes.map(\.key))
    self.init()
    for (key, limit) in Self.durations {
      guard let seconds = try value.parsed(key, "a duration such as \"PT15S\"", ISODuration.seconds) else { continue }
      self[keyPath: limit] = .seconds(seconds)
    }
    for (key, limit, most) in Self.sizes {
      guard let number = try value.wholeNumber(key) else { continue }
      guard (1024...most).contains(number) else { throw value.fault(.value, at: key, "expected a number of bytes from 1024 to \(most)") }
      self[keyPath: limit] = Int(number)
    }
  }

  /// Writes all limits, as the members that `init(reading:)` reads.
  func writeMembers(to writer: inout JSONWriter) {
    for (key, limit) in Self.durations { writer.member(key, "PT\(self[keyPath: limit].components.seconds)S") }
    for (key, limit, _) in Self.sizes { writer.member(key, self[keyPath: limit]) }
  }

  private static let durations: [(key: StaticString, limit: any WritableKeyPath<HTTPLimits, Duration> & Sendable)] = [
    ("connect", \.connect), ("firstByte", \.firstByte), ("attempt", \.attempt), ("idle", \.idle),
  ]

  private static let sizes: [(key: StaticString, limit: any WritableKeyPath<HTTPLimits, Int> & Sendable, most: Int64)] = [
    ("wireBytes", \.wireBytes, 1 << 30), ("decodedBytes", \.decodedBytes, 1 << 30), ("headerBytes", \.headerBytes, 1 << 20),
  ]
}
