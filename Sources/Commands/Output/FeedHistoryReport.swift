import CampusCatalog
import CatalogExport
import CatalogSession
import FeedKit
import OpeningHours
import SimdJSON

/// The report about one feed over many runs, as text, JSON, comma-separated values or Markdown.
struct FeedHistoryReport {
  let statistics: FeedStatistics
  /// Nil for a feed that is not in the registry.
  let cadence: Int?
  var suggestedCadence: Int?
  let campus: Campus?
  var quality: FeedQuality?

  init(_ statistics: FeedStatistics, _ feed: Feed?, _ campus: Campus?) {
    self.statistics = statistics
    cadence = feed?.cadence
    suggestedCadence = statistics.suggestedCadence
    self.campus = campus
  }

  private var zone: Zone? { campus?.timeZone }
  private var id: String { statistics.feed.description }

  // MARK: - Text

  /// The facts, with their labels. An outage that goes on has no end.
  private var facts: [(label: String, text: String)] {
    let share = Double(statistics.delivered) / Double(statistics.runs)
    var facts = [
      (
        "delivered",
        "in \(statistics.delivered) of \(statistics.runs.counted("run")) (\(Self.percent(share))); requested in \(statistics.requested)"
      )
    ]
    if let outage = statistics.longestOutage {
      let times =
        outage.to.map { "from \(outage.from.zonedTime(in: zone)) to \($0.zonedText(in: zone))" }
        ?? "since \(outage.from.zonedText(in: zone)), in all runs until the last one"
      let reason = outage.reason.map { "\($0), " } ?? ""
      facts.append(("longest outage", "\(Self.text(outage.seconds)): \(reason)\(times)"))
    } else {
      facts.append(("longest outage", "none"))
    }
    facts.append(("changes", statistics.changes == 0 ? "none" : "in \(statistics.changes.counted("run")), \(hoursText)"))
    if let median = statistics.medianDelay, let worst = statistics.delays.last {
      facts.append(
        (
          "noticed",
          "half of the changes at most \(Self.text(median)) late, all at most \(Self.text(worst)): the time since the check before"
        ))
    }
    switch (cadence, suggestedCadence) {
    case (let cadence?, let suggested?) where cadence == suggested:
      facts.append(("cadence", "every \(Self.text(cadence)), which fits the changes"))
    case (let cadence?, let suggested?):
      facts.append(("cadence", "every \(Self.text(cadence)); every \(Self.text(suggested)) would fit the changes"))
    case (let cadence?, nil): facts.append(("cadence", "every \(Self.text(cadence))"))
    case (nil, let suggested?): facts.append(("cadence", "every \(Self.text(suggested)) would fit the changes"))
    case (nil, nil): break
    }
    return facts
  }

  /// The local hours with changes, the most frequent first: "mostly from 07:00 (12) and 11:00 (3)".
  private var hoursText: String {
    let hours = statistics.changeHours.enumerated().filter { $0.element > 0 }.sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    let shown = hours.prefix(3).map { "\(Self.clock($0.offset)) (\($0.element))" }.joined(separator: ", ")
    return "\(hours.count > 3 ? "most" : "all") in the hours from \(shown)"
  }

  var text: String {
    let width = 16
    var lines = [id]
    lines += facts.map { "  \($0.label.padded(to: width))\($0.text)" }
    if let quality {
      lines.append("  \("entries".padded(to: width))\(quality.entries), and \(quality.rejected.counted("record")) set aside")
      if quality.problems.isEmpty { lines.append("  \("problems".padded(to: width))none") }
      for (kind, problems) in Self.grouped(quality.problems) {
        lines.append("  \(kind.title) (\(problems.count))")
        lines += problems.map { "    \($0.title): \($0.detail)" }
      }
      if !quality.notes.isEmpty { lines.append("  notes") }
      lines += quality.notes.map { "    \($0.text)" }
    }
    return lines.map { PlainText.visible($0, isOneLine: true) + "\n" }.joined()
  }

  func markdown(since first: Instant) -> String {
    func inert(_ text: String) -> String { MarkdownText.inert(text) }
    var lines = ["# \(inert(id))" + (campus.map { " (\(inert($0.name)))" } ?? ""), "", "Since \(first.zonedText(in: zone)):", ""]
    lines += facts.map { "- **\($0.label)**: \(inert($0.text))" }
    if let quality {
      lines += ["", "\(quality.entries.counted("entry", "entries")); \(quality.rejected.counted("record")) could not be read."]
      if quality.problems.isEmpty { lines += ["", "No problems with hours, positions, duplicates or events were found."] }
      for (kind, problems) in Self.grouped(quality.problems) {
        lines += ["", "## \(kind.title)", ""]
        lines += problems.map { problem in
          let name = problem.name.map { "**\(inert($0))** " } ?? ""
          let entry = problem.entry.map { "(\(MarkdownText.code($0.description)))" } ?? "a record"
          return "- \(name)\(entry): \(inert(problem.detail))"
        }
      }
      if !quality.notes.isEmpty { lines += ["", "## Notes from reading the feed", ""] }
      lines += quality.notes.map { "- \(inert($0.text))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func grouped(_ problems: [FeedQuality.Problem]) -> [(kind: FeedQuality.Kind, problems: [FeedQuality.Problem])] {
    FeedQuality.Kind.allCases.map { kind in (kind, problems.filter { $0.kind == kind }) }.filter { !$0.problems.isEmpty }
  }

  /// "98.6%". Only if all were delivered, it is 100%.
  private static func percent(_ share: Double) -> String {
    let tenths = share < 1 ? min(999, Int((share * 1000).rounded())) : 1000
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// Returns a duration in its two largest units: "12 min", "5 h", "1 h 30 min", "2 d 4 h".
  private static func text(_ seconds: Int) -> String {
    func text(_ large: Int, _ largeUnit: String, _ small: Int, _ smallUnit: String) -> String {
      small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
    }
    let minutes = (seconds + 30) / 60
    if seconds < 60 { return "\(seconds) s" }
    if minutes < 60 { return "\(minutes) min" }
    if minutes < 1440 { return text(minutes / 60, "h", minutes % 60, "min") }
    return text(minutes / 1440, "d", minutes / 60 % 24, "h")
  }

  private static func clock(_ hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }

  // MARK: - JSON

  static func json(_ reports: [FeedHistoryReport], since first: Instant) -> String {
    JSONWriter.document("campus-feed-report/1") { writer in
      writer.member("since", first.description)
      writer.objects("feeds", reports) { $0.write(to: &$1) }
    }
  }

  private func write(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("timeZone", zone?.name)
    writer.member("runs", statistics.runs)
    writer.member("requested", statistics.requested)
    writer.member("delivered", statistics.delivered)
    if let outage = statistics.longestOutage {
      writer.object("longestOutage") { writer in
        writer.member("from", outage.from.description)
        writer.member("to", outage.to?.description)
        writer.member("seconds", outage.seconds)
        writer.member("runs", outage.runs)
        writer.member("reason", outage.reason?.description)
      }
    }
    writer.member("changes", statistics.changes)
    writer.list("changeHours", statistics.changeHours) { $1.integer($0) }
    if let median = statistics.medianDelay, let worst = statistics.delays.last {
      writer.object("noticedWithin") { writer in
        writer.member("median", median)
        writer.member("worst", worst)
      }
    }
    writer.member("cadence", cadence)
    writer.member("suggestedCadence", suggestedCadence)
    guard let quality else { return }
    writer.object("quality") { writer in
      writer.member("entries", quality.entries)
      writer.member("rejected", quality.rejected)
      writer.objects("problems", quality.problems) { problem, writer in
        writer.member("problem", problem.kind.rawValue)
        writer.member("entry", problem.entry?.description)
        writer.member("name", problem.name)
        writer.member("since", problem.since)
        writer.member("detail", problem.detail)
      }
      writer.objects("notes", quality.notes) { notes, writer in
        writer.member("code", notes.code.description)
        writer.member("count", notes.count)
        writer.member("example", notes.example.detail)
      }
    }
  }

  // MARK: - CSV

  static func csv(_ reports: [FeedHistoryReport]) -> String {
    let columns = [
      "feed", "runs", "requested", "delivered", "outage_from", "outage_to", "outage_seconds", "outage_reason", "changes", "noticed_median",
      "noticed_worst", "cadence", "suggested_cadence",
    ]
    return ([columns] + reports.map(\.cells)).map(CSVText.row).joined()
  }

  private var cells: [String] {
    let outage = statistics.longestOutage
    let counts: [Int?] = [statistics.runs, statistics.requested, statistics.delivered]
    let times: [String?] = [outage?.from.description, outage?.to?.description, outage.map { "\($0.seconds)" }, outage?.reason?.description]
    let others: [Int?] = [statistics.changes, statistics.medianDelay, statistics.delays.last, cadence, suggestedCadence]
    return [id] + counts.map(Self.number) + times.map { $0 ?? "" } + others.map(Self.number)
  }

  private static func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }

  /// A row for each problem with the data.
  static func problemsCSV(_ reports: [FeedHistoryReport]) -> String {
    let rows = reports.flatMap { report in
      (report.quality?.problems ?? []).map { problem in
        [
          report.id, problem.kind.rawValue, problem.entry?.description ?? "", problem.name ?? "", problem.since?.description ?? "",
          problem.detail,
        ]
      }
    }
    return ([["feed", "problem", "entry", "name", "since", "detail"]] + rows).map(CSVText.row).joined()
  }
}

extension FeedQuality.Kind {
  /// The title of a list of such problems.
  fileprivate var title: String {
    switch self {
    case .unknownHours: "Hours unknown for two weeks or more"
    case .position: "Positions that are impossible or far from the campus"
    case .duplicate: "Duplicates"
    case .eventWithoutPlace: "Events without a place"
    }
  }
}

extension FeedQuality.Problem {
  fileprivate var title: String { [name, entry?.description].compactMap(\.self).joinedIfAny(", ") ?? "a record" }
}

extension FeedQuality.Notes {
  fileprivate var text: String {
    "\(code) (\(count.counted("time"))), such as: \([example.location, example.detail].filter { !$0.isEmpty }.joined(separator: ": "))"
  }
}

extension [String] {
  fileprivate func joinedIfAny(_ separator: String) -> String? { isEmpty ? nil : joined(separator: separator) }
}
