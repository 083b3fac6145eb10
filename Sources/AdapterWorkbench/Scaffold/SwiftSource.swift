import FeedKit

/// Writes an adapter as a Swift package: the adapter, which reads a record field by field, and functions that it uses.
struct SwiftSource {
  private let sketch: AdapterSketch
  private let name: String
  private let request: String

  init(_ sketch: AdapterSketch, name: String, request: String) {
    (self.sketch, self.name, self.request) = (sketch, name, request)
  }

  /// "lake-side" is the type LakeSide.
  /// Returns the name of a type, which cannot begin with a digit.
  static func type(_ name: String) -> String {
    let type = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return type.first?.isNumber == true ? "Campus\(type)" : type
  }

  private var type: String { Self.type(name) }

  private static func quoted(_ text: String) -> String { "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }

  /// The JSON Pointer of the records, or of the groups of them.
  var list: String { sketch.levels[0] }

  /// The adapter.
  var adapter: String {
    """
    import FeedKit

    /// Reads the places of \(name). See README.md.
    struct \(type)Adapter: FeedAdapter {
      let manifest = AdapterManifest(
        id: "\(name)", version: 1, title: "\(name)", summary: "Places of \(name).", homepage: "", licence: "No licence is stated.",
        requests: ["\(request)"], cadence: 3600)

      func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
        let zone = try draft.zone()
        for reply in replies {
          let document = try draft.open(reply)
    \(records)
        }
      }

      private static func entry(
        _ record: JSONValue, key: String?, of feed: Feed, _ zone: Zone, _ notes: inout RecordNotes
      ) throws(JSONFieldError) -> Entry {
    \(sketch.leftOut.isEmpty ? "" : "    // Not read yet: \(sketch.leftOut.joined(separator: ", ")).\n")\(entry)
      }\(category)\(hours)
    }
    """ + "\n"
  }

  private var records: String {
    let read = { (list: String, place: String, indent: String) in
      """
      \(indent)draft.readList(\(list), at: \(place), in: reply) { (key, record, notes) throws(JSONFieldError) in
      \(indent)  try Self.entry(record, key: key, of: feed, zone, &notes)
      \(indent)}
      """
    }
    if sketch.levels.count == 1 {
      return "      let list = try document.root.list(at: \(Self.quoted(sketch.levels[0])), in: reply.request)\n"
        + read("list", Self.quoted(sketch.levels[0]), "      ")
    }
    let (outer, inner) = (sketch.levels.first ?? "", sketch.levels.last ?? "")
    return """
            var groups = try document.root.list(at: \(Self.quoted(outer)), in: reply.request).elements
            while let group = groups.next() {
              let list = try group.list(at: \(Self.quoted(inner)), in: reply.request)
      \(read("list", "\"\(outer)/\\(groups.index - 1)\(inner)\"", "        "))
            }
      """
  }

  // MARK: - Values

  /// Returns an expression for an optional text.
  private func expression(_ text: AdapterSketch.Text) -> String {
    switch text {
    case .at(let pointer): "try record.line(at: \(Self.quoted(pointer)))"
    case .html(let pointer): "try record.html(at: \(Self.quoted(pointer)))"
    case .constant(let constant): Self.quoted(constant)
    case .key: "key"
    case .slug(let pointers):
      "RecordKey.slug([\(pointers.map { "try record.line(at: \(Self.quoted($0))) ?? \"\"" }.joined(separator: ", "))])"
    case .join(let texts, let separator): "joined([\(texts.map { expression($0) }.joined(separator: ", "))], \(Self.quoted(separator)))"
    case .table(_, let pointer, _), .words(_, let pointer, _): "try record.line(at: \(Self.quoted(pointer)))"
    }
  }

  private var entry: String {
    let key = if case .slug = sketch.id { "case let key = " } else { "let key = " }
    var lines = [
      "guard \(key)\(expression(sketch.id)), let id = EntryID(feed: feed.id, record: key) else {",
      "  throw record.fault(.missing, \"the record has no id\")", "}",
      "guard let name = \(expression(sketch.name)) else { throw record.fault(.missing, \"the record has no name\") }",
    ]
    switch sketch.category {
    case .table(_, let pointer, _), .words(_, let pointer, _):
      lines.append("var place = Place(category: category(try record.line(at: \(Self.quoted(pointer))) ?? \"\"))")
    case .constant(let name): lines.append("var place = Place(category: .\(Self.caseName(name)))")
    case .at, .html, .key, .slug, .join: lines.append("var place = Place(category: .other)")
    }
    for (field, text) in sketch.texts where field.contains(".") || field == "categoryLabel" {
      lines.append("place.\(field) = \(expression(text))")
    }
    if let pointer = sketch.onCampus { lines.append("place.location.onCampus = record.bool(at: \(Self.quoted(pointer)))") }
    switch sketch.position {
    case nil: break
    case .members(let latitude, let longitude):
      lines.append("place.location.coordinate = record.position(\(Self.quoted(latitude)), \(Self.quoted(longitude)))")
    case .pair(let pointer, let isLatitudeFirst):
      let (latitude, longitude) = isLatitudeFirst ? ("0", "1") : ("1", "0")
      lines.append("place.location.coordinate = record.position(\"\(pointer)/\(latitude)\", \"\(pointer)/\(longitude)\")")
    }
    lines.append("place.hours = \(sketch.hours == nil ? "Schedule(zone: zone, layers: [])" : "try hours(of: record, zone, &notes)")")
    let isChanged = sketch.texts.contains { !$0.field.contains(".") && $0.field != "categoryLabel" }
    lines += [
      "\(isChanged || !sketch.lists.isEmpty || !sketch.links.isEmpty || !sketch.images.isEmpty ? "var" : "let") entry = Entry(",
      "  id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: key)], details: .place(place))",
    ]
    for (field, text) in sketch.texts where !field.contains(".") && field != "categoryLabel" {
      lines.append("entry.\(field) = \(expression(text))")
    }
    for (field, list) in sketch.lists {
      switch list {
      case .texts(let pointer): lines.append("entry.\(field) = try record.texts(at: \(Self.quoted(pointer)))")
      case .objects(let each, let take):
        lines.append("entry.\(field) = try record.texts(at: \(Self.quoted(each)), taking: \(Self.quoted(take)))")
      }
    }
    for (rel, pointer) in sketch.links {
      lines.append("if let url = record.address(at: \(Self.quoted(pointer)), &notes) { entry.links.append(Link(.\(rel), url)) }")
    }
    for (role, pointer) in sketch.images {
      lines.append("if let url = record.address(at: \(Self.quoted(pointer)), &notes) { entry.images.append(Image(.\(role), url)) }")
    }
    return (lines + ["return entry"]).map { "    \($0)" }.joined(separator: "\n")
  }

  /// "dining-hall" is the case diningHall.
  private static func caseName(_ category: String) -> String {
    let words = category.split(separator: "-")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var category: String {
    switch sketch.category {
    case .table(let table, _, let otherwise):
      let cases = Dictionary(grouping: table) { $0.value }.sorted { $0.key < $1.key }.map { category, labels in
        "    case \(labels.map { Self.quoted($0.key.lowercased()) }.joined(separator: ", ")): .\(Self.caseName(category))"
      }
      return """


          private static func category(_ label: String) -> Category {
            switch label.lowercased() {
        \(cases.joined(separator: "\n"))
            default: .\(Self.caseName(otherwise ?? "other"))
            }
          }
        """
    case .words(let words, _, let otherwise):
      let tests = words.map { result, words in
        "    if Keywords(\(words.map(Self.quoted).joined(separator: ", "))).occur(in: label) { return .\(Self.caseName(result)) }"
      }
      return """


          private static func category(_ label: String) -> Category {
        \(tests.joined(separator: "\n"))
            return .\(Self.caseName(otherwise ?? "other"))
          }
        """
    case .at, .html, .constant, .key, .slug, .join: return ""
    }
  }

  // MARK: - Hours

  private var hours: String {
    guard let hours = sketch.hours else { return "" }
    let always = sketch.always.map {
      "    if record.bool(at: \(Self.quoted($0))) == true { return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .always)]) }\n"
    }
    return """


        private static func hours(
          of record: JSONValue, _ zone: Zone, _ notes: inout RecordNotes
        ) throws(JSONFieldError) -> Schedule {
      \(always ?? "")\(body(of: hours))
        }
      """
  }

  private func body(of hours: AdapterSketch.Hours) -> String {
    switch hours {
    case .texts(let pointers):
      let days = zip(Weekday.allCases, pointers).compactMap { day, pointer in pointer.map { "(.\(day), \(Self.quoted($0)))" } }
      return """
            let pointers: [(Weekday, String)] = [\(days.joined(separator: ", "))]
            return try record.week(of: pointers, zone, &notes)
        """
    case .week(let each, let day, let last, let monday, let times):
      let days = { (pointer: String) in
        monday.map { "row.weekday(at: \(Self.quoted(pointer)), monday: \($0))" } ?? "row.weekdays(at: \(Self.quoted(pointer)))"
      }
      let add =
        last.map {
          [
            "let last = try \(days($0))\(monday == nil ? ".first ?? days[0]" : "")",
            "// A row that ends on a later day: overnight, or the same times on each of its days.",
            "let length = (last.rawValue - days[0].rawValue + 7) % 7",
            "for step in 0...(length == 1 && service.closes.minutes >= 1440 ? 0 : length) {",
            "  if let day = Weekday(rawValue: (days[0].rawValue + step) % 7) { week.add(service, on: day) }", "}",
          ]
        } ?? ["for day in days { week.add(service, on: day) }"]
      return """
            guard let rows = try record.rows(at: \(Self.quoted(each))) else { return Schedule(zone: zone, layers: []) }
            var week = WeekHours()
            var list = rows.elements
            while let row = list.next() {
              let days = \(monday == nil ? "try \(days(day))" : "[try \(days(day))]")
        \(loop(times, add, indent: "      "))
            }
            return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(week.plan))])
        """
    case .dates(let each, let date, let times):
      let begin = date.map { "      let date = try row.date(at: \(Self.quoted($0)), zone)\n      hours.begin(date)\n" } ?? ""
      return """
            guard let rows = try record.rows(at: \(Self.quoted(each))) else { return Schedule(zone: zone, layers: []) }
            var hours = DatedHours()
            var list = rows.elements
            while let row = list.next() {
        \(begin)\(loop(times, ["hours.add(service, on: \(date == nil ? "opens.date ?? date" : "opens.date ?? date"))"], indent: "      "))
            }
            return hours.schedule(zone)
        """
    }
  }

  /// Returns the lines of a loop over the services of a row.
  private func loop(_ times: AdapterSketch.Times, _ add: [String], indent: String) -> String {
    func clock(_ clock: AdapterSketch.Clock) -> String {
      switch clock {
      case .text(let pointer): "item.time(at: \(Self.quoted(pointer)), zone)"
      case .fields(let hours, let minutes): "item.time(hours: \(Self.quoted(hours)), minutes: \(minutes.map(Self.quoted) ?? "nil"))"
      }
    }
    var lines =
      times.services == nil
      ? ["do {", "  let item = row"]
      : [
        "var items = try row.rows(at: \(Self.quoted(times.services ?? "")))?.elements", "while let item = items?.next() {",
      ]
    let label = times.label.map { "try item.line(at: \(Self.quoted($0)))" }
    if !times.closedLabels.isEmpty, let label {
      let labels = times.closedLabels.map { Self.quoted($0.lowercased()) }.joined(separator: ", ")
      lines.append("  if let label = \(label), [\(labels)].contains(label.lowercased()) { continue }")
    }
    lines += [
      "  let (opens, closes) = (try \(clock(times.opens)), try \(clock(times.closes)))",
      "  guard let opens, let closes, let service = opens.service(until: closes, label: \(label ?? "nil")) else { continue }",
    ]
    lines += add.map { "  \($0)" } + ["}"]
    return lines.map { indent + $0 }.joined(separator: "\n")
  }
}
