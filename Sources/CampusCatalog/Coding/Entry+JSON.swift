import OpeningHours
public import SimdJSON

extension Entry {
  /// Writes the entry as an element of `entries` in a catalog.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(id.description)
    writer.key("kind")
    writer.string(kind.rawValue)
    writer.key("campus")
    writer.string(campus.description)
    writer.optional("aliases", aliases.map(\.description))
    switch details {
    case .place(let place): write(place, Field.of(.place), to: &writer)
    case .event(let event): write(event, Field.of(.event), to: &writer)
    case .alert(let alert): write(alert, Field.of(.alert), to: &writer)
    case .quote(let quote): write(quote, Field.of(.quote), to: &writer)
    }
    writer.key("sources")
    writer.beginArray()
    for source in sources { source.write(to: &writer) }
    writer.endArray()
    if !provenance.isEmpty {
      writer.key("provenance")
      writer.beginArray()
      for provenance in provenance { provenance.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
  }

  /// Returns the canonical JSON text of a field's value; nil if the field is absent.
  public func json(of field: Field) -> String? {
    var writer = JSONWriter(capacity: 1024)
    write(field, to: &writer)
    guard writer.count > 0 else { return nil }
    return String(writer.text.dropFirst(field.rawValue.utf8.count + 3))
  }

  private func write(_ details: borrowing some WritableDetails, _ fields: [Field], to writer: inout JSONWriter) {
    for field in fields where !writeCommon(field, to: &writer) { details.write(field, to: &writer) }
  }

  /// Writes the key and value of a field, or nothing if it is absent.
  func write(_ field: Field, to writer: inout JSONWriter) {
    switch details {
    case .place(let place): write(place, [field], to: &writer)
    case .event(let event): write(event, [field], to: &writer)
    case .alert(let alert): write(alert, [field], to: &writer)
    case .quote(let quote): write(quote, [field], to: &writer)
    }
  }

  /// Writes a field of `Entry`. Returns false for a field of its details.
  private func writeCommon(_ field: Field, to writer: inout JSONWriter) -> Bool {
    switch field {
    case .name: writer.optional("name", name)
    case .tags: writer.optional("tags", tags)
    case .labels: writer.optional("labels", labels)
    case .description: writer.optional("description", description)
    case .notice: writer.optional("notice", notice)
    case .links: writer.write(links)
    case .images: writer.write(images)
    default: return false
    }
    return true
  }
}

/// The details of a kind of entry.
private protocol WritableDetails {
  func write(_ field: Entry.Field, to writer: inout JSONWriter)
}

extension Place: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .category:
      writer.key("category")
      writer.string(category.rawValue)
    case .categoryLabel: writer.optional("categoryLabel", categoryLabel)
    case .location:
      guard !location.isEmpty else { return }
      writer.key("location")
      writer.beginObject()
      writer.optional("address", location.address)
      writer.optional("building", location.building)
      writer.optional("abbreviation", location.abbreviation)
      writer.optional("region", location.region)
      writer.optional("onCampus", location.onCampus)
      if let coordinate = location.coordinate { writer.members(of: coordinate) }
      writer.endObject()
    case .hours:
      guard let hours else { return }
      writer.key("hours")
      hours.write(to: &writer)
    case .contact:
      guard contact.phone != nil || contact.email != nil else { return }
      writer.key("contact")
      writer.beginObject()
      writer.optional("phone", contact.phone)
      writer.optional("email", contact.email)
      writer.endObject()
    default: return
    }
  }
}

extension Event: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .startDate: writer.optional("startDate", startDate)
    case .endDate: writer.optional("endDate", endDate)
    case .venue:
      guard let venue else { return }
      writer.key("venue")
      writer.beginObject()
      writer.optional("city", venue.city)
      writer.optional("state", venue.state)
      writer.optional("stateCode", venue.stateCode)
      writer.endObject()
    case .loginRequired: writer.optional("loginRequired", loginRequired)
    default: return
    }
  }
}

extension Alert: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .severity:
      writer.key("severity")
      writer.string(severity.rawValue)
    case .startsAt: writer.optional("startsAt", startsAt?.description)
    case .endsAt: writer.optional("endsAt", endsAt?.description)
    default: return
    }
  }
}

extension Quote: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .text:
      writer.key("text")
      writer.string(text)
    case .author: writer.optional("author", author)
    default: return
    }
  }
}

extension SourceReference {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("feed")
    writer.string(feed.description)
    writer.key("record")
    writer.string(record)
    writer.endObject()
  }
}

extension Provenance {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("field")
    writer.string(field)
    writer.key("from")
    switch origin {
    case .entry(let id): writer.string(id.description)
    case .correction: writer.string("correction")
    }
    writer.optional("because", because)
    writer.optional("until", until)
    writer.key("over")
    writer.beginArray()
    for value in overridden {
      writer.beginObject()
      writer.key("from")
      writer.string(value.from.description)
      writer.key("value")
      writer.canonical(value.value)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ links: [Link]) {
    guard !links.isEmpty else { return }
    key("links")
    beginArray()
    for link in links {
      beginObject()
      key("rel")
      string(link.relation.rawValue)
      key("href")
      string(link.href.description)
      endObject()
    }
    endArray()
  }

  fileprivate mutating func write(_ images: [Image]) {
    guard !images.isEmpty else { return }
    key("images")
    beginArray()
    for image in images {
      beginObject()
      key("href")
      string(image.href.description)
      key("role")
      string(image.role.rawValue)
      endObject()
    }
    endArray()
  }

  mutating func members(of coordinate: Coordinate) {
    key("latitude")
    number(coordinate.latitude)
    key("longitude")
    number(coordinate.longitude)
  }

  /// Writes a value that is stored as JSON text. Text that is not JSON is written as a string.
  public mutating func canonical(_ json: String) {
    if let document = try? JSONDocument(parsing: Array(json.utf8)) {
      copy(document.root)
    } else {
      string(json)
    }
  }
}
