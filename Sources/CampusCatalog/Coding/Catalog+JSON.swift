import OpeningHours
public import SimdJSON

extension Campus {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id.description)
    writer.member("name", name)
    writer.member("timeZone", timeZone?.name)
    writer.member("country", country)
    if let location { writer.object("location") { $0.members(of: location) } }
    if !calendar.isEmpty {
      writer.objects("calendar", calendar) { period, writer in
        writer.member("name", period.name)
        writer.member("kind", period.kind.rawValue)
        writer.member("from", period.from)
        writer.member("to", period.to)
      }
    }
  }
}

extension FeedReport {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id.description)
    writer.member("campus", campus.description)
    writer.member("adapter", adapter.description)
    writer.member(hasFormerLicenseKey ? Self.formerLicenseKey : "license", license)
    writer.member("url", url)
    writer.member("via", via)
    writer.member("outcome", outcome.rawValue)
    writer.member("reason", reason?.description)
    writer.member("fetchedAt", fetchedAt?.description)
    writer.member("checkedAt", checkedAt?.description)
    writer.member("etag", etag)
    writer.member("sha256", sha256)
    writer.member("bytes", bytes)
    writer.member("attempts", attempts)
    writer.member("entries", entries)
    writer.member("rejected", rejected)
    if !notes.isEmpty { writer.list("notes", notes) { $0.write(to: &$1) } }
    writer.endObject()
  }
}

extension Note {
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("code", code.description)
    writer.member("request", request)
    writer.member("pointer", pointer)
    writer.member("entry", entry?.description)
    writer.member("detail", detail)
    writer.endObject()
  }
}
