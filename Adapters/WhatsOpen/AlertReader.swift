import FeedKit

/// Reads an alert. Older alerts have a `message` instead of `subject` and `body`.
struct AlertReader {
  let feed: Feed
  let zone: Zone

  func entry(_ alert: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let record = "alert-\(try alert.requiredInteger("id"))"
    guard let id = EntryID(feed: feed.id, record: record) else { throw alert.fault(.value, "no usable id") }
    let body = try RepairedText.lines(alert, "body", &notes)
    let message = try RepairedText.lines(alert, "message", &notes)
    var fields = alert.fields
    guard let name = try RepairedText.line(&fields, "subject", &notes) ?? (message ?? body).flatMap(PlainText.line) else {
      throw alert.fault(.missing, "the alert has neither \"subject\" nor \"message\"")
    }
    let details = Alert(
      severity: try severity(of: alert, &notes), startsAt: try moment(alert, "start_datetime"), endsAt: try moment(alert, "end_datetime"))
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: record)], details: .alert(details))
    entry.description = body
    if let page = try alert.address("url", noting: &notes) { entry.links = [Link(.website, page)] }
    return entry
  }

  private func severity(of alert: JSONValue, _ notes: inout RecordNotes) throws(JSONFieldError) -> Alert.Severity {
    let tag = try alert.line("urgency_tag")
    switch tag?.lowercased() {
    case "info": return .informational
    case "minor": return .minor
    case "major", "emergency": return .major
    default:
      notes.add(.word, at: "/urgency_tag", "\(tag.map { "unknown urgency \"\($0)\"" } ?? "no urgency"); read as informational")
      return .informational
    }
  }

  /// Reads a time. Without an offset, it is local to the campus.
  private func moment(_ alert: JSONValue, _ key: StaticString) throws(JSONFieldError) -> Instant? {
    guard let text = try alert.text(key), !text.isEmpty else { return nil }
    guard let moment = LocalDateTime(text), let instant = moment.instant ?? zone.instant(moment) else {
      throw alert.fault(.time, at: key, "expected an RFC 3339 time")
    }
    return instant
  }
}
