import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogQuery
import CatalogSession
import OpeningHours
import SimdJSON

struct Correct: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct", abstract: "Correct the hours of places on some days, such as when a campus closes for snow.",
    usage: """
      aggregate correct --campus penn --closed 2026-12-05 --because "Snow"
      aggregate correct penn/dining/593 --hours "tomorrow 10:00-14:00" --because "Staff meeting"
      aggregate correct --building "Johnson Center" --closed 2026-12-05..2026-12-07 --because "Water damage"
      aggregate correct --campus penn --closed 2026-12-05 --undo
      aggregate correct --list
      """,
    discussion: """
      Shows the hours of each place on these days, before and after, and asks before it writes corrections into corrections.json beside the \
      settings file. They take precedence over the feeds from the next command on, without a new request, and expire by themselves. A day is a \
      service day: the night that began on the day before ends as planned.
      """)

  @Argument(
    help: ArgumentHelp("Only these places, by id, name, or words of a name.", valueName: "place"), completion: .custom(Candidates.entries))
  var names: [String] = []

  @Option(help: ArgumentHelp("The places are closed on this day, or on these: 2026-12-05..2026-12-07 (repeatable).", valueName: "days"))
  var closed: [String] = []

  @Option(
    help: ArgumentHelp(
      "The places have these hours on a day, or on days, such as \"2026-12-05 10:00-14:00\" (repeatable).", valueName: "days hours"))
  var hours: [String] = []

  @Option(help: ArgumentHelp("The last day, if --closed or --hours names only the first one.", valueName: "date"))
  var until: String?

  @Option(help: ArgumentHelp("The reason, which show and explain name.", valueName: "text"))
  var because: String?

  @Flag(help: "Take back the last correction of these places, on these days or altogether.")
  var undo = false

  @Flag(help: "List the corrections that are in force.")
  var list = false

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false

  @OptionGroup var filter: FilterOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var output: ListOption

  func validate() throws {
    let others = [("--catalog", catalog.file != nil), ("--as-of", catalog.asOf != nil), ("--config", !catalog.configs.isEmpty)]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) cannot be used with correct, which changes what is read from the store.")
    }
    if filter.limit != nil { throw ValidationError("--limit cannot be used with correct; name the places.") }
    if list {
      let actions = [
        ("--undo", undo), ("--closed", !closed.isEmpty), ("--hours", !hours.isEmpty), ("--until", until != nil),
        ("--because", because != nil),
        ("a place", !names.isEmpty), ("--building and others that choose places", !filter.names.isEmpty),
      ]
      if let (name, _) = actions.first(where: \.1) { throw ValidationError("--list and \(name) cannot be used together.") }
      return
    }
    if names.isEmpty, catalog.campuses.isEmpty, catalog.feeds.isEmpty, filter.names.isEmpty {
      throw ValidationError("name the places: their ids or names, --campus, --building or --category.")
    }
    if undo, because != nil { throw ValidationError("--undo and --because cannot be used together.") }
    if until != nil, closed.isEmpty, hours.isEmpty { throw ValidationError("--until needs --closed or --hours, which name the first day.") }
    if output.path != nil, !yes { throw ValidationError("-o needs --yes, because the hours in a file cannot be seen before you agree.") }
    guard !undo else { return }
    if closed.isEmpty, hours.isEmpty { throw ValidationError("name the days: --closed 2026-12-05, or --hours \"2026-12-05 10:00-14:00\".") }
    guard let reason = because.flatMap({ PlainText.line($0) }) else { throw ValidationError("say why, as in --because \"Snow\".") }
    if reason.utf8.count > 500 { throw ValidationError("--because has at most 500 bytes; write a short reason, such as \"Snow\".") }
  }

  func run() async throws {
    if list { return try await printCorrections() }
    let settings = try Settings.current()
    if settings.environment.variables[Settings.variable("config")]?.isEmpty == false {
      throw Failure(
        .usage, "\(Settings.variable("config")) replaces the registry files of the settings, so a correction would have no effect; unset it"
      )
    }
    let report = try await catalog.open(settings, kinds: [.place])
    let session = report.session
    let places = try await places(report)
    let local = places.map { session.rule.date(of: $0) }
    let today = (local.min() ?? .first)...(local.max() ?? .last)
    let days = try CorrectedDays(closed: closed, hours: hours, until: until, today: today, allowsPast: undo)
    let path = try UserRegistry.corrections(settings.environment)
    var draft = try RegistryDraft(path)
    let (before, corrections) = (draft.text, draft.corrections)
    change(&draft, places, days)
    if draft.text == before {
      if output.format != .text { try show([], on: report.terminal, session) }
      return Console.note("nothing was changed: \(path) has \(undo ? "no corrections" : "these corrections") of these places on these days")
    }
    let registry = try UserRegistry.preview(path, settings.environment) { (draft) throws(Failure) in change(&draft, places, days) }
    let after = try await catalog.session(settings, with: registry)
    let rows = CorrectedHours.rows(of: places, on: undo && days.days.isEmpty ? nil : days.dates, from: session, to: after)
    try show(rows.filter { $0.before != $0.after }, on: report.terminal, session)
    if !undo {
      let wanted = Dictionary(days.days.map { ($0.date, $0.plan) }) { first, _ in first }
      let others = rows.filter { wanted[$0.date] != $0.after }
      if !others.isEmpty {
        Console.note(
          "\(others.counted) would still have other hours, because another registry file corrects them; see `aggregate explain ID hours`")
      }
      let same = rows.filter { $0.before == $0.after && wanted[$0.date] == $0.after }
      if !same.isEmpty { Console.note("\(same.counted) would have the same hours in any case") }
      if let first = days.dates.first, first < today.lowerBound { Console.note("\(first) is past; only what comes still counts") }
    }
    if catalog.sample || catalog.replay != nil { Console.note("corrections also count for your own catalog, not only for this recording") }
    guard try isConfirmed(undo ? count(corrections, of: places) : Set(rows.map(\.entry.id)).count) else {
      return Console.note("nothing was changed")
    }
    try UserRegistry.change(path, settings.environment) { (draft) throws(Failure) in change(&draft, places, days) }
    Console.note("\(path) was changed; \(undo ? "the corrections are taken back" : "to take it back, add --undo instead of --because")")
  }

  private func change(_ draft: inout RegistryDraft, _ places: [Entry], _ days: CorrectedDays) {
    if undo {
      draft.removeHours(of: Set(places.flatMap { [$0.id] + $0.aliases }), on: days.days.isEmpty ? nil : Set(days.dates))
    } else {
      let reason = because.flatMap { PlainText.line($0) } ?? ""
      draft.add(places.map { HoursCorrection($0.id, days.days, because: reason) })
    }
  }

  /// Returns how many of the places have corrections.
  private func count(_ corrections: [JSONTree], of places: [Entry]) -> Int {
    let corrected = Set(corrections.compactMap { HoursCorrection($0)?.id })
    return places.filter { !corrected.isDisjoint(with: [$0.id] + $0.aliases) }.count
  }

  /// Returns the selected places, sorted by id.
  private func places(_ report: QueryReport) async throws -> [Entry] {
    var query = PlaceQuery()
    query.filter = try await filter.filter(report)
    if !names.isEmpty {
      let opened = report.session.catalog
      let named = Set(try names.map { try opened.find($0, by: report.session.rule).id })
      query.filter.ids = query.filter.ids.map(named.intersection) ?? named
    }
    let places = report.session.answer(query).items.map(\.entry).sorted { $0.id < $1.id }
    filter.printHints(report.session)
    if places.isEmpty { throw Failure(.nothing, "no matching places; `aggregate list` shows them") }
    return places
  }

  private func show(_ rows: [CorrectedHours], on terminal: Terminal, _ session: CatalogSession) throws(Failure) {
    if rows.isEmpty, output.format == .text { return Console.note("no hours change") }
    try output.print(
      "campus-corrected-hours/1", "hours", rows, columns: ListColumns("id name date before after"),
      titles: ["PLACE", "DATE", "BEFORE", "AFTER", "ID"]
    ) { row in
      let style = session.rule.style(of: row.entry.campus)
      return [
        row.entry.name ?? "", style.date(row.date), row.before.words(in: style).joined(separator: " "),
        row.after.words(in: style).joined(separator: " "), row.entry.id.description,
      ]
    } members: { row, writer in
      writer.member("id", row.entry.id.description)
      writer.member("name", row.entry.name)
      writer.member("date", row.date)
      writer.key("before")
      row.before.write(to: &writer)
      writer.key("after")
      row.after.write(to: &writer)
    }
  }

  /// Asks whether to write the corrections.
  ///
  /// - Throws: `Failure` with exit code 64 if there is nobody to ask.
  private func isConfirmed(_ count: Int) throws(Failure) -> Bool {
    if yes { return true }
    var interview = Interview()
    guard interview.isPossible else {
      throw Failure(.usage, "nothing was changed, because stdin is not a terminal where you could agree; to write this, add --yes")
    }
    let what = count.counted("place")
    return try interview.confirm(undo ? "Take back the corrections of \(what)?" : "Correct \(what)?", default: false)
  }

  /// Returns dates as text: "2026-12-05, 2026-12-07..2026-12-09".
  private static func ranges(of dates: [LocalDate]) -> String {
    var ranges: [ClosedRange<LocalDate>] = []
    for date in dates.sorted() {
      if let last = ranges.last, last.upperBound.adding(days: 1) == date {
        ranges[ranges.count - 1] = last.lowerBound...date
      } else {
        ranges.append(date...date)
      }
    }
    return ranges.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }.joined(separator: ", ")
  }

  private func printCorrections() async throws {
    let settings = try Settings.current()
    let registry = try catalog.registry(settings)
    let session = try? await catalog.sessionIfAny()
    let names = Dictionary(session?.catalog.entries.compactMap { entry in entry.name.map { (entry.id, $0) } } ?? []) { first, _ in first }
    let campuses = Set(catalog.campuses)
    let moment = session?.moment ?? settings.environment.now
    let active = registry.corrections(inForceAt: moment).filter { correction in
      campuses.isEmpty || correction.id.feed.map { campuses.contains($0.campus.description) } == true
    }
    if active.isEmpty, output.format == .text { return Console.note("no corrections are in force") }
    try output.print(
      "campus-corrections/1", "corrections", active, columns: ListColumns("id name fields dates until because"),
      titles: ["PLACE", "CHANGES", "DAYS", "UNTIL", "BECAUSE", "ID"]
    ) { correction in
      [
        names[correction.id] ?? "", correction.fields.map(\.rawValue).joined(separator: ", "),
        Self.ranges(of: correction.dates), correction.until?.description ?? "", correction.because,
        correction.id.description,
      ]
    } members: { correction, writer in
      writer.member("id", correction.id.description)
      writer.member("name", names[correction.id])
      writer.member("fields", correction.fields.map(\.rawValue))
      writer.member("dates", correction.dates.map(\.description))
      writer.member("until", correction.until)
      writer.member("because", correction.because)
    }
  }
}

extension [CorrectedHours] {
  /// The number of days and places: "3 days of 2 places".
  fileprivate var counted: String { "\(count.counted("day")) of \(Set(map(\.entry.id)).count.counted("place"))" }
}
