import OpeningHours
public import SimdJSON

extension Campus {
  /// Writes the campus as an element of `campuses` in a catalog.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(id.description)
    writer.key("name")
    writer.string(name)
    writer.optional("timeZone", timeZone?.name)
    writer.optional("country", country)
    if let location {
      writer.key("location")
      writer.beginObject()
      writer.members(of: location)
      writer.endObject()
    }
    if !calendar.isEmpty {
      writer.key("calendar")
      writer.beginArray()
      for period in calendar {
        writer.beginObject()
        writer.key("name")
        writer.string(period.name)
        writer.key("kind")
        writer.string(period.kind.rawValue)
        writer.optional("from", period.from)
        writer.optional("to", period.to)
        writer.endObject()
      }
      writer.endArray()
    }
    writer.endObject()
  }
}

extension FeedReport {
  /// Writes the report as an element of `feeds` in a catalog.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(id.description)
    writer.key("campus")
    writer.string(campus.description)
    writer.key("adapter")
    writer.string(adapter.description)
    writer.optional("url", url)
    writer.key("outcome")
    writer.string(outcome.rawValue)
    writer.optional("reason", reason?.description)
    writer.optional("fetchedAt", fetchedAt?.description)
    writer.optional("checkedAt", checkedAt?.description)
    writer.optional("etag", etag)
    writer.optional("sha256", sha256)
    writer.optional("bytes", bytes)
    writer.optional("attempts", attempts)
    writer.key("entries")
    writer.integer(entries)
    writer.key("rejected")
    writer.integer(rejected)
    if !notes.isEmpty {
      writer.key("notes")
      writer.beginArray()
      for note in notes { note.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
  }
}

extension Note {
  /// Writes the note as an element of `notes` in a catalog.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.string(code.description)
    writer.optional("request", request)
    writer.optional("pointer", pointer)
    writer.optional("entry", entry?.description)
    writer.key("detail")
    writer.string(detail)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func optional(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }
}
