import FeedKit
import FeedMapping

/// The first records of a reply, from which rules read examples.
struct ProposalExamples: Sendable {
  private var records: [(key: String, value: JSONTree)] = []
  private var feed: Feed?
  private let kind: Entry.Kind
  /// Whether each of the records is an array of records that are one place together.
  private var isJoined = false

  private static let (maximumRecords, maximumLength) = (20, 120)
  /// When the examples were received, for rules that depend on it.
  private static let receivedAt = Instant("2026-11-20T17:00:00Z")

  init() { kind = .place }

  /// - Parameter keys: the keys of records that are members of an object; empty for an array.
  init(records: [JSONTree], keys: [String], zone: Zone?, kind: Entry.Kind = .place) {
    self.kind = kind
    self.records = records.prefix(Self.maximumRecords).enumerated().map { index, record in
      (index < keys.count ? keys[index] : "\(index)", record)
    }
    guard let id = FeedID("campus/feed"), let campus = CampusID("campus") else { return }
    feed = Feed(
      id: id, campus: Campus(id: campus, name: "Campus", timeZone: zone ?? Zone("UTC")), adapter: .mapping,
      addresses: ["records": [FeedAddress("https://example.edu/")]])
  }

  /// - Parameter groups: the records of each place.
  init(groups: [[JSONTree]], zone: Zone?) {
    self.init(records: groups.map { .array($0) }, keys: [], zone: zone)
    isJoined = true
  }

  /// Returns the values that a rule reads: the first three, or the hours of one record; empty if it reads nothing.
  func text(of rule: JSONTree, for field: String) -> String {
    let limit = field == "hours" ? 1 : 3
    var found: [String] = []
    for record in records where found.count < limit {
      guard var draft = draft(of: record, field, rule) else { continue }
      if field == "menus" { draft.sortEntries() }
      guard let entry = field == "menus" ? draft.entries.first(where: { $0.kind == .menu }) : draft.entries.first else { continue }
      let text = String((PlainText.line(Self.text(of: entry, for: field)) ?? "").prefix(Self.maximumLength))
      if !text.isEmpty, !found.contains(text) { found.append(text) }
    }
    return found.joined(separator: field == "location.coordinate" ? "; " : ", ")
  }

  /// Returns the hours that a rule reads, of each of the first records; nil where it reads none.
  func schedules(of rule: JSONTree) -> [Schedule?] { hours(of: rule).schedules }

  /// Returns the hours that a rule reads, of each of the first records, and the first problem with them.
  func hours(of rule: JSONTree) -> (schedules: [Schedule?], problem: String?) {
    let drafts = records.map { draft(of: $0, "hours", rule) }
    return (
      drafts.map { $0?.entries.first?.place?.hours }, drafts.lazy.compactMap { $0?.notes.first { $0.code != .skipped }?.detail }.first
    )
  }

  private func draft(of record: (key: String, value: JSONTree), _ field: String, _ rule: JSONTree) -> FeedDraft? {
    guard let feed else { return nil }
    let path = field.split(separator: ".").map(String.init)
    let value = path.count == 2 ? JSONTree.object([(key: path[1], value: rule)]) : rule
    let records = isJoined ? JSONTree.string("") : .array([.string(""), .of(("one", .string("")))])
    var members: [(key: String, value: JSONTree)] = [("records", records), (path[0], value)]
    if isJoined { members.append(("join", .string("id"))) }
    for key in ["id", "name"] where path[0] != key { members.append((key, .of(("text", .string("a"))))) }
    if kind == .event {
      if path[0] != "entries" { members.append(("entries", .string("event"))) }
      if path[0] != "times" { members.append(("times", .of(("starts", .of(("text", .string("2026-01-01"))))))) }
    }
    guard let mapping = try? Mapping(JSONTree.object(members).bytes, file: "example") else { return nil }
    var draft = FeedDraft(for: feed)
    let body = isJoined ? record.value.bytes : JSONTree.object([record]).bytes
    let request = FeedRequest("records", addresses: feed.addresses["records"] ?? [])
    let reply = FeedReply(to: request, body: body, receivedAt: Self.receivedAt)
    try? MappingAdapter(mapping, id: .mapping).normalize([reply], of: feed, into: &draft)
    return draft
  }

  private static func text(of entry: Entry, for field: String) -> String {
    switch field {
    case "id": String(entry.id.record)
    case "tags": entry.tags.joined(separator: ", ")
    case "labels": entry.labels.joined(separator: ", ")
    case "links": entry.links.map(\.href.description).joined(separator: ", ")
    case "images": entry.images.map(\.href.description).joined(separator: ", ")
    case "menus": entry.menu.map { "\($0.date) \($0.dishes.prefix(Limit.shownValues).map(\.name).joined(separator: "; "))" } ?? ""
    case "times": entry.event.map(text(of:)) ?? ""
    case "location.coordinate": entry.location?.coordinate.map { "\($0.latitude), \($0.longitude)" } ?? ""
    case "hours": entry.place?.hours.flatMap(text(of:)) ?? ""
    default: text(inColumnOf: field, of: entry)
    }
  }

  /// Returns the first occurrence: "2026-12-01 19:00-21:00".
  private static func text(of event: Event) -> String {
    event.hours.flatMap { text(of: $0) }
      ?? (event.startDate == event.endDate ? "\(event.startDate)" : "\(event.startDate) to \(event.endDate)")
  }

  /// Returns the text in the column of a field, such as "on_campus" for "location.onCampus"; empty if there is none.
  private static func text(inColumnOf field: String, of entry: Entry) -> String {
    let keys = field.split(separator: ".").map(String.init)
    let columns = keys.first.flatMap { Entry.Field(rawValue: $0) }?.info.columns ?? []
    let column = columns.first { $0.column.name.filter { $0 != "_" } == keys.last?.lowercased() }
    switch column?.cell(entry, nil) {
    case .text(let text), .decimal(let text): return text
    case .boolean(let flag): return "\(flag)"
    case .integer, .real, .empty, nil: return ""
    }
  }

  /// Returns the first layer of hours: "Mon 08:00-16:00, Tue closed, …".
  private static func text(of schedule: Schedule) -> String? {
    guard let layer = schedule.layers.first else { return nil }
    switch layer.rule {
    case .always: return "around the clock"
    case .week(let week):
      guard !week.days.services.isEmpty else { return nil }
      return text(of: week)
    case .days(let days):
      guard !days.plans.services.isEmpty else { return nil }
      return days.prefix(3).map { "\($0.date) \(text(of: $0.plan))" }.joined(separator: ", ")
    }
  }

  /// Returns the days of a week, with neighboring ones that are equal in one: "Mon-Fri 08:00-16:00, Sat closed".
  private static func text(of week: WeekPlan) -> String {
    var groups: [(first: Weekday, last: Weekday, text: String)] = []
    for day in Weekday.allCases {
      let text = text(of: week[day])
      if let index = groups.indices.last, groups[index].text == text {
        groups[index].last = day
      } else {
        groups.append((day, day, text))
      }
    }
    return groups.map { group in
      let days = group.first == group.last ? "\(group.first.shortName)" : "\(group.first.shortName)-\(group.last.shortName)"
      return "\(days) \(group.text)"
    }.joined(separator: ", ")
  }

  private static func text(of plan: DayPlan) -> String {
    switch plan {
    case .unknown: "unknown"
    case .services(let services) where services.isEmpty: "closed"
    case .services(let services): services.map { "\($0.opens)-\($0.closes)" }.joined(separator: " ")
    }
  }
}
