import OpeningHours
public import SimdJSON

extension Entry {
  /// Writes the entry as an element of `entries` in a catalog.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id.description)
    writer.member("kind", kind.rawValue)
    writer.member("campus", campus.description)
    writer.member("aliases", aliases.map(\.description))
    write(kind.fields, to: &writer)
    writer.objects("sources", sources) { source, writer in
      writer.member("feed", source.feed.description)
      writer.member("record", source.record)
    }
    if !provenance.isEmpty { writer.objects("provenance", provenance) { $0.writeMembers(to: &$1) } }
    writer.endObject()
  }

  /// Returns the canonical JSON text of a field's value; nil if the field is absent.
  public func json(of field: Field) -> String? {
    var writer = JSONWriter(capacity: 1024)
    write([field], to: &writer)
    guard writer.count > 0 else { return nil }
    return String(writer.text.dropFirst(field.rawValue.utf8.count + 3))
  }

  /// Writes the keys and values of present fields.
  private func write(_ fields: [Field], to writer: inout JSONWriter) {
    switch details {
    case .place(let place): write(place, fields, to: &writer)
    case .event(let event): write(event, fields, to: &writer)
    case .alert(let alert): write(alert, fields, to: &writer)
    case .quote(let quote): write(quote, fields, to: &writer)
    case .menu(let menu): write(menu, fields, to: &writer)
    }
  }

  private func write(_ details: borrowing some WritableDetails, _ fields: [Field], to writer: inout JSONWriter) {
    for field in fields where !writeCommon(field, to: &writer) { details.write(field, to: &writer) }
  }

  /// Writes a field of `Entry`. Returns false for a field of its details.
  private func writeCommon(_ field: Field, to writer: inout JSONWriter) -> Bool {
    switch field {
    case .name: writer.member("name", name)
    case .tags: writer.member("tags", tags)
    case .labels: writer.member("labels", labels)
    case .description: writer.member("description", description)
    case .notice: writer.member("notice", notice)
    case .links where !links.isEmpty:
      writer.objects("links", links) { link, writer in
        writer.member("rel", link.relation.rawValue)
        writer.member("href", link.href.description)
      }
    case .images where !images.isEmpty:
      writer.objects("images", images) { image, writer in
        writer.member("href", image.href.description)
        writer.member("role", image.role.rawValue)
      }
    case .links, .images: break
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
    case .category: writer.member("category", category.rawValue)
    case .location: writer.member(location)
    case .hours: writer.member(hours)
    case .access: writer.member("access", access?.rawValue)
    case .partOf: writer.member("partOf", partOf?.description)
    case .contact:
      guard contact.phone != nil || contact.email != nil else { return }
      writer.object("contact") { writer in
        writer.member("phone", contact.phone)
        writer.member("email", contact.email)
      }
    default:
      guard let line = Self.lines.first(where: { $0.field == field }) else { return }
      writer.member(line.key, self[keyPath: line.path])
    }
  }
}

extension Event: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .location: writer.member(location)
    case .hours: writer.member(hours)
    case .startDate: writer.member("startDate", startDate)
    case .endDate: writer.member("endDate", endDate)
    case .endUnknown: writer.member("endUnknown", endUnknown ? true : nil)
    case .status: writer.member("status", status?.rawValue)
    case .organizer: writer.member("organizer", organizer)
    case .cost: writer.member("cost", cost)
    case .audience: writer.member("audience", audience)
    case .online: writer.member("online", isOnline)
    case .venue:
      guard let venue else { return }
      writer.object("venue") { writer in
        writer.member("city", venue.city)
        writer.member("state", venue.state)
        writer.member("stateCode", venue.stateCode)
      }
    case .loginRequired: writer.member("loginRequired", loginRequired)
    default: return
    }
  }
}

extension Alert: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .severity: writer.member("severity", severity.rawValue)
    case .startsAt: writer.member("startsAt", startsAt?.description)
    case .endsAt: writer.member("endsAt", endsAt?.description)
    default: return
    }
  }
}

extension Quote: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .text: writer.member("text", text)
    case .author: writer.member("author", author)
    default: return
    }
  }
}

extension Menu: WritableDetails {
  fileprivate func write(_ field: Entry.Field, to writer: inout JSONWriter) {
    switch field {
    case .place: writer.member("place", place.description)
    case .date: writer.member("date", date)
    case .meal: writer.object("meal", meal.writeMembers)
    case .coveredAllergens:
      if !coveredAllergens.isEmpty { writer.list("coveredAllergens", coveredAllergens) { $1.string($0.rawValue) } }
    case .sections: writer.objects("sections", sections) { $0.writeMembers(to: &$1) }
    default: return
    }
  }
}

extension Provenance {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.member("field", field)
    switch origin {
    case .entry(let id): writer.member("from", id.description)
    case .correction: writer.member("from", "correction")
    }
    writer.member("because", because)
    writer.member("until", until)
    writer.objects("over", overridden) { value, writer in
      writer.member("from", value.from.description)
      writer.key("value")
      writer.canonical(value.value)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ hours: Schedule?) {
    guard let hours else { return }
    key("hours")
    hours.write(to: &self)
  }

  fileprivate mutating func member(_ location: Location) {
    guard !location.isEmpty else { return }
    object("location") { writer in
      writer.member("address", location.address)
      writer.member("building", location.building)
      writer.member("abbreviation", location.abbreviation)
      writer.member("room", location.room)
      writer.member("region", location.region)
      writer.member("onCampus", location.onCampus)
      if let coordinate = location.coordinate { writer.members(of: coordinate) }
    }
  }

  package mutating func members(of coordinate: Coordinate) {
    key("latitude")
    number(coordinate.latitude)
    key("longitude")
    number(coordinate.longitude)
  }
}
