import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

@testable import Aggregation

/// Requests for several dates: each has its own address, validators and state, and past ones are dropped.
@Suite struct DatedRequestTests {
  private static let host = "https://menus.example"

  /// A feed at UTC-5 that is requested for some dates.
  private func polling(
    _ dates: String = #""days":3,"missing":"empty""#, address: String = "\(host)/{date}", mirror: String? = nil, cadence: String = "PT1H",
    at start: String = "2026-12-30T17:00:00Z", zone: String = "America/New_York"
  ) throws -> Polling {
    let mirrors = mirror.map { ",\"\($0)\"" } ?? ""
    return try Polling(
      #"""
      {"campuses":[{"id":"lake","name":"Lake","timeZone":"\#(zone)"}],
       "feeds":[{"id":"lake/menus","adapter":"mapping","cadence":"\#(cadence)","addresses":{"records":[{"url":"\#(address)",\#(dates)}\#(mirrors)]},
                 "mapping":{"records":"","id":"/id","name":"/id"}}]}
      """#, at: start)
  }

  private func id() throws -> FeedID { try Texts.feed("lake/menus") }

  private func run(_ polling: Polling) async throws -> (report: FeedReport, records: [String]) {
    polling.server.clear()
    let run = try await polling.run([try id()])
    return (try #require(run.feeds.first), try run.catalog.entries.map { String($0.id.record) })
  }

  /// The outcome, then the records.
  private func result(_ polling: Polling) async throws -> [String] {
    let (report, records) = try await run(polling)
    return [report.outcome.rawValue] + records
  }

  private func answer(_ polling: Polling, _ dates: String...) {
    for date in dates { polling.server.on("\(Self.host)/\(date)", .page(#"[{"id":"soup-\#(date)"}]"#, etag: "\"\(date)\"")) }
  }

  private func state(_ polling: Polling) async throws -> [String: String] {
    try #require(try await polling.state(of: id())).requests.mapValues { String($0.url.dropFirst(Self.host.count + 1)) }
  }

  /// The last part of each address that was requested, with the tag that was sent.
  private func asked(_ polling: Polling) -> [String] {
    polling.server.requests.map { "\($0.url.dropFirst(Self.host.count + 1)) \($0.headers["if-none-match"] ?? "-")" }
  }

  /// Three pages with their own tags; one changes; a day later the first is dropped, the others are still conditional, and one is new.
  @Test func eachDateHasItsOwnValidators() async throws {
    let polling = try polling()
    answer(polling, "2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02")
    var (report, records) = try await run(polling)
    #expect(report.outcome == .fresh && report.notes.isEmpty && report.attempts == 3)
    #expect(records == ["soup-2026-12-30", "soup-2026-12-31", "soup-2027-01-01"])
    #expect(asked(polling) == ["2026-12-30 -", "2026-12-31 -", "2027-01-01 -"])
    #expect(try await state(polling) == ["records": "2026-12-30", "records.2": "2026-12-31", "records.3": "2027-01-01"])

    polling.clock.advance(seconds: 3600)
    (report, records) = try await run(polling)
    #expect(report.outcome == .unchanged && records.count == 3)
    #expect(asked(polling) == ["2026-12-30 \"2026-12-30\"", "2026-12-31 \"2026-12-31\"", "2027-01-01 \"2027-01-01\""])

    polling.server.on("\(Self.host)/2026-12-31", .page(#"[{"id":"stew"}]"#, etag: "\"new\""))
    polling.clock.advance(seconds: 3600)
    (report, records) = try await run(polling)
    #expect(report.outcome == .fresh)
    #expect(records == ["soup-2026-12-30", "soup-2027-01-01", "stew"])

    polling.clock.advance(seconds: 86_400)
    (report, records) = try await run(polling)
    #expect(report.outcome == .fresh)
    #expect(records == ["soup-2027-01-01", "soup-2027-01-02", "stew"])
    #expect(asked(polling) == ["2026-12-31 \"new\"", "2027-01-01 \"2027-01-01\"", "2027-01-02 -"])
    #expect(try await state(polling) == ["records": "2026-12-31", "records.2": "2027-01-01", "records.3": "2027-01-02"])
    #expect(polling.server.mostInFlight("menus.example") == 1)
    let starts = polling.server.requests.map(\.ticks)
    for (one, next) in zip(starts, starts.dropFirst()) { #expect(next - one >= .milliseconds(250)) }
  }

  /// The bytes of two dates may be the same while the dates are others.
  @Test func sameBytesOfOtherDatesAreUnchanged() async throws {
    let polling = try polling()
    for date in ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"] {
      polling.server.on("\(Self.host)/\(date)", .page(date == "2026-12-30" ? #"[{"id":"soup"}]"# : "[]", etag: "\"\(date)\""))
    }
    #expect(try await result(polling) == ["fresh"] + ["soup"])
    polling.server.on("\(Self.host)/2026-12-31", .ok(#"[{"id":"soup"}]"#))
    polling.clock.advance(seconds: 86_400)
    #expect(try await result(polling) == ["unchanged"] + ["soup"])
    #expect(try await state(polling)["records.3"] == "2027-01-02")
    #expect(try await polling.state(of: id())?.lastGood?.url == "\(Self.host)/2026-12-31")
  }

  /// A feed with dates in its addresses is due when the campus's date has changed, whatever its cadence, and also after a failure.
  @Test(arguments: [200, 500]) func feedIsDueAtMidnight(_ status: Int) async throws {
    let polling = try polling(#""days":1"#, cadence: "P3D", at: "2026-12-31T04:59:00Z")
    polling.server.on("\(Self.host)/2026-12-30", .status(status, ["Cache-Control": "max-age=80000"], "[{\"id\":\"a\"}]"))
    polling.server.on("\(Self.host)/2026-12-31", .ok(#"[{"id":"b"}]"#))
    _ = try await run(polling)
    #expect(try await polling.state(of: id())?.nextDue == Instant("2026-12-31T05:00:00Z"))
    polling.clock.advance(seconds: 30)
    _ = try await run(polling)
    #expect(asked(polling).isEmpty)
    polling.clock.advance(seconds: 31)
    #expect(try await result(polling) == ["fresh"] + ["b"])
  }

  /// The next midnight, when the day of the change has 25 hours, or begins at 01:00.
  @Test(arguments: [
    ("America/New_York", "2026-11-01T04:30:00Z", "2026-11-01", "2026-11-02T05:00:00Z"),
    ("America/New_York", "2026-03-08T05:30:00Z", "2026-03-08", "2026-03-09T04:00:00Z"),
    ("America/Santiago", "2026-09-06T03:30:00Z", "2026-09-05", "2026-09-06T04:00:00Z"),
  ]) func midnightWhenClocksChange(_ zone: String, _ start: String, _ date: String, _ due: String) async throws {
    let polling = try polling(#""days":1"#, cadence: "P3D", at: start, zone: zone)
    answer(polling, date)
    #expect(try await result(polling) == ["fresh"] + ["soup-\(date)"])
    #expect(try await polling.state(of: id())?.nextDue == Instant(due))
  }

  /// At one instant, campuses have different dates, weeks and years.
  @Test(arguments: [
    ("Pacific/Honolulu", "2026-12-31", "2026-53"), ("Europe/London", "2027-01-01", "2026-53"),
    ("Pacific/Auckland", "2027-01-01", "2026-53"),
  ]) func datesAreThoseOfTheCampus(_ zone: String, _ date: String, _ week: String) async throws {
    let polling = try polling(#""days":1"#, address: "\(Self.host)/{date}?week={weekyear}-{week}", at: "2027-01-01T09:00:00Z", zone: zone)
    polling.server.on("\(Self.host)/\(date)?week=\(week)", .ok(#"[{"id":"a"}]"#))
    #expect(try await result(polling) == ["fresh"] + ["a"])
  }

  /// Two weeks around New Year.
  @Test func weeksOfTwoYears() async throws {
    let polling = try polling(#""weeks":2"#, address: "\(Self.host)/{weekyear}/{week}", at: "2026-12-31T17:00:00Z")
    answer(polling, "2026/53", "2027/01")
    #expect(try await result(polling) == ["fresh"] + ["soup-2026%2F53", "soup-2027%2F01"])
  }

  // MARK: - Dates without a reply

  private static let weeks = #""weeks":2,"missing":"empty""#

  /// A week that is not published is no failure and no note, and is requested again.
  @Test(arguments: ["49", "50"]) func missingWeek(_ missing: String) async throws {
    let polling = try polling(Self.weeks, address: "\(Self.host)/{week}", at: "2026-11-30T17:00:00Z")
    answer(polling, "49", "50")
    polling.server.on("\(Self.host)/\(missing)", .status(404))
    let other = missing == "49" ? "50" : "49"
    var (report, records) = try await run(polling)
    #expect(report.outcome == .fresh && report.notes.isEmpty && records == ["soup-\(other)"])
    #expect(try await state(polling) == [missing == "49" ? "records.2" : "records": other])
    #expect(polling.events.events.filter { [.warn, .error].contains($0.level) }.isEmpty)
    // Unchanged as long as it is missing.
    polling.clock.advance(seconds: 3600)
    #expect(try await result(polling) == ["unchanged"] + ["soup-\(other)"])
    answer(polling, missing)
    polling.clock.advance(seconds: 3600)
    (report, records) = try await run(polling)
    #expect(report.outcome == .fresh && records == ["soup-49", "soup-50"])
    // It disappears again.
    polling.server.on("\(Self.host)/\(missing)", .status(404))
    polling.clock.advance(seconds: 3600)
    #expect(try await result(polling) == ["fresh"] + ["soup-\(other)"])
  }

  /// Without any date, the address may be wrong; and only a 404 means that there is nothing yet.
  @Test(arguments: [[404, 404], [404, 500], [500, 404], [410, 200], [200, 403]]) func failureOfDates(_ statuses: [Int]) async throws {
    let polling = try polling(Self.weeks, address: "\(Self.host)/{week}", at: "2026-11-30T17:00:00Z")
    for (week, status) in zip(["49", "50"], statuses) {
      polling.server.on("\(Self.host)/\(week)", .status(status, [:], "[{\"id\":\"a\"}]"))
    }
    let (report, records) = try await run(polling)
    #expect(report.outcome == .absent && records.isEmpty)
    let expected = statuses.first { $0 != 200 && $0 != 404 } ?? 404
    #expect(report.reason == (expected == 410 ? .gone : expected == 403 ? .auth : .http(expected)))
  }

  /// If dates may not be missing, the first one decides.
  @Test func firstDateDecides() async throws {
    let polling = try polling(#""days":2"#)
    answer(polling, "2026-12-30", "2026-12-31", "2027-01-01")
    polling.server.on("\(Self.host)/2026-12-31", .status(404))
    let (report, records) = try await run(polling)
    #expect(report.outcome == .fresh && records == ["soup-2026-12-30"])
    #expect(report.notes.map { "\($0.code) \($0.request ?? "")" } == ["http.404 records.2"])
    polling.clock.advance(seconds: 86_400)
    let next = try await run(polling).report
    #expect(next.outcome == .stale && next.reason == .http(404))
  }

  /// An empty document is nothing yet, too.
  @Test(arguments: ["{}", "null", ""]) func emptyDocumentOfADate(_ body: String) async throws {
    let polling = try polling(#""days":2,"missing":"empty""#)
    answer(polling, "2026-12-31")
    polling.server.on("\(Self.host)/2026-12-30", .ok(body))
    #expect(try await result(polling) == ["fresh"] + ["soup-2026-12-31"])
    polling.server.on("\(Self.host)/2026-12-31", .ok(body))
    polling.clock.advance(seconds: 3600)
    let report = try await run(polling).report
    #expect(report.outcome == .stale && report.reason == .guardEmpty)
  }

  // MARK: - Mirrors and optional requests

  /// A mirror replaces the page of one date, and not those after it.
  @Test func mirrorOfOneDate() async throws {
    let polling = try polling(mirror: "https://mirror.example/{date}")
    answer(polling, "2026-12-30", "2026-12-31", "2027-01-01")
    polling.server.on("\(Self.host)/2026-12-31", .ok("[{"))
    polling.server.on("https://mirror.example/2026-12-31", .ok(#"[{"id":"stew"}]"#))
    let (report, records) = try await run(polling)
    #expect(report.outcome == .fresh && records == ["soup-2026-12-30", "soup-2027-01-01", "stew"])
    #expect(report.notes.map(\.code) == [.mirrorUsed])
    #expect(try #require(try await polling.state(of: id())).requests.keys.sorted() == ["records", "records.2", "records.3"])
    #expect(polling.server.requests.count == 4)
  }

  /// The last good reply to an optional request is not used on another day, when it would be the reply to another address.
  @Test func optionalReplyOfAnotherDay() async throws {
    let polling = try Polling(
      #"{"feeds":[{"id":"gmu/alerted","adapter":"whats-open","addresses":{"facilities":"\#(Texts.facilities)","alerts":"\#(Texts.alerts)/{date}"}}]}"#
    )
    polling.server.on(Texts.facilities, .ok(Texts.facilities("Gym")))
    polling.server.on("\(Texts.alerts)/2026-11-21", .ok(Texts.alert(1, "Snow")), .status(500))
    let feed = try Texts.feed("gmu/alerted")
    #expect(try await polling.run([feed]).catalog.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"])
    polling.clock.advance(seconds: 3601)
    #expect(try await polling.run([feed]).catalog.ids == ["gmu/alerted/alert-1", "gmu/alerted/gym"])
    for answer in [Answer.status(500), .ok("[{")] {
      polling.server.on("\(Texts.alerts)/2026-11-22", answer)
      polling.clock.advance(seconds: 86_400)
      #expect(try await polling.run([feed]).catalog.ids == ["gmu/alerted/gym"])
      polling.clock.advance(seconds: -86_400)
    }
  }

  // MARK: - Repeated replies

  /// Records of two dates may begin alike; a server that ignores the date sends the same bytes.
  @Test func repliesThatBeginAlike() async throws {
    let polling = try polling()
    polling.server.on("\(Self.host)/2026-12-30", .ok(#"[{"id":"a"},{"id":"b"}]"#))
    polling.server.on("\(Self.host)/2026-12-31", .ok(#"[{"id":"a"},{"id":"b"}]"#))
    polling.server.on("\(Self.host)/2027-01-01", .ok("[]"))
    let (report, records) = try await run(polling)
    #expect(records == ["a", "b"] && report.notes.map { "\($0.code) \($0.request ?? "")" } == ["page.repeats records.2"])
    polling.server.on("\(Self.host)/2026-12-31", .ok(#"[{"id":"a"},{"id":"c"}]"#))
    polling.clock.advance(seconds: 3600)
    // The second reply is read; its first record is one of the first reply.
    #expect(try await run(polling).records == ["a", "b", "c"])
  }

  /// "Today" is the date of each page, also in replies with the same bytes.
  @Test(arguments: [(#""days":2"#, "2026-11-22", 22), (#""weeks":2"#, "2026-11-28", 28)])
  func dateOfAPage(_ dates: String, _ second: String, _ day: Int) async throws {
    let polling = try Polling(
      #"""
      {"campuses":[{"id":"lake","name":"Lake","timeZone":"America/New_York"}],
       "feeds":[{"id":"lake/menus","adapter":"mapping","addresses":{"records":{"url":"\#(Self.host)/{date}",\#(dates)}},
        "mapping":{"records":"","id":"/id","name":"/id","hours":{"dates":{"each":{"one":""},"date":{"received":0},"opens":"/o","closes":"/c"}}}}]}
      """#)
    polling.server.on("\(Self.host)/2026-11-21", .ok(#"[{"id":"a","o":"8am","c":"5pm"}]"#))
    polling.server.on("\(Self.host)/\(second)", .ok(#"[{"id":"b","o":"8am","c":"5pm"}]"#))
    let entries = try await polling.run([try id()]).catalog.entries
    let days = entries.map { entry -> [String] in
      guard case .days(let days)? = entry.place?.hours?.layers.first?.rule else { return [] }
      return days.dates.map(\.description)
    }
    #expect(days == [["2026-11-21"], ["2026-11-\(day)"]])
    // The same place twice, which is no reply that the server repeats.
    polling.server.on("\(Self.host)/\(second)", .ok(#"[{"id":"a","o":"8am","c":"5pm"}]"#))
    polling.clock.advance(seconds: 3601)
    #expect(try await polling.run([try id()]).feeds.first?.notes.contains { $0.code == .pageRepeats } == false)
  }

  // MARK: - Recordings

  /// The dates are the pages of a recording, whose replay is the same on any day.
  @Test(arguments: [[String](), ["2026-12-30"], ["2026-12-31"], ["2027-01-01"]]) func replay(_ missing: [String]) async throws {
    let files = Guarded<[String: [UInt8]]>([:])
    var polling = try polling()
    polling.record = { feed, reply in
      for file in Recording.files(of: reply, to: feed) { files.withLock { $0[file.path] = file.bytes } }
    }
    answer(polling, "2026-12-30", "2026-12-31", "2027-01-01")
    for date in missing { polling.server.on("\(Self.host)/\(date)", .status(404)) }
    let records = try await run(polling).records
    let recorded = files.withLock { $0 }
    let pages = ["records", "records.2", "records.3"].enumerated().filter { index, _ in
      !missing.contains(["2026-12-30", "2026-12-31", "2027-01-01"][index])
    }
    #expect(recorded.keys.filter { !$0.hasSuffix(".meta.json") }.sorted() == pages.map { "lake/menus/\($0.element).json" }.sorted())
    let plan = try Plan(RunSelection(feeds: [id()]), in: polling.registry)
    let later = polling.clock.now().adding(seconds: 40 * 86_400)
    let run = await Aggregator(transport: Recording { recorded[$0] }, delivered: .replayed).read(plan, now: later)
    #expect(run.feeds.first?.outcome == .replayed && run.feeds.first?.notes.isEmpty == true)
    #expect(try run.catalog.entries.map { String($0.id.record) } == records)
    // The stored replies can be read again.
    let stored = Dictionary(
      uniqueKeysWithValues: pages.map { index, label in
        (label, FeedReply(to: FeedRequest(label, addresses: []), body: recorded["lake/menus/\(label).json"] ?? []))
      })
    #expect(try await Rereading(registry: polling.registry).lines(of: id(), from: stored).ids.map { String($0.record) } == records)
  }

  @Test func recordingWithoutAnyDate() async throws {
    let plan = try Plan(RunSelection(feeds: [id()]), in: polling().registry)
    let run = await Aggregator(transport: Recording { _ in nil }, delivered: .replayed).read(plan, now: .epoch)
    #expect(run.feeds.isEmpty)
  }

  // MARK: - Registry files

  private func refusal(_ address: String, zone: String = #","timeZone":"UTC""#, mapping: String = "") -> String {
    let file = #"""
      {"campuses":[{"id":"lake","name":"Lake"\#(zone)}],
       "feeds":[{"id":"lake/menus","adapter":"mapping","mapping":{"records":"","id":"/id","name":"/id"\#(mapping)},
      "addresses":{"records":\#(address)}}]}
      """#
    do throws(FileError) {
      _ = try Registry().adding(Array(file.utf8), file: "r.json")
      return "none"
    } catch { return error.description }
  }

  @Test(arguments: [
    (#""https://a.example/{dates}""#, "\"{dates}\" is not a date; use one of {date}, {year}, {month}, {day}, {week}, {weekyear}"),
    (#""https://a.example/{date:1}""#, "\"{date:1}\" is not a date"), (#""https://a.example/{day:2}""#, "is not a date"),
    (#""https://a.example/{Date}""#, "is not a date"), (#""https://a.example/{date+1d}""#, "is not a date"),
    (#""https://a.example/{date+1000}""#, "is not a date"), (#""https://a.example/{}""#, "is not a date"),
    (#""https://a.example/{date""#, "\"{\" is not part of a date"), (#""https://a.example/date}""#, "\"}\" is not part of a date"),
    (#""https://{date}.example/""#, "the name of a server has no dates"),
    (#""https://a.example/{year}/{month}/{day+1}""#, "{year} and {day} are of different dates"),
    (#""https://a.example/{weekyear}/{week+1}""#, "{weekyear} and {week} are of different dates"),
    (#"{"url":"https://a.example/","days":3}"#, "with \"days\", the address needs a date: {date} or {day}"),
    (#"{"url":"https://a.example/{week}","days":3}"#, "the address needs a date"),
    (#"{"url":"https://a.example/{month}","weeks":3}"#, "the address needs a date: {date}, {day} or {week}"),
    (#"[{"url":"https://a.example/{date}","days":3},"https://b.example/"]"#, "the address needs a date"),
    (#"["https://a.example/{date}",{"url":"https://b.example/{date}","days":3}]"#, "the dates of the first address"),
    (#"{"url":"https://a.example/{date}","days":15}"#, "a number of days from 1 to 14"),
    (#"{"url":"https://a.example/{date}","days":0}"#, "a number of days from 1 to 14"),
    (#"{"url":"https://a.example/{week}","weeks":5}"#, "a number of weeks from 1 to 4"),
    (#"{"url":"https://a.example/{date}","days":1,"weeks":1}"#, "either \"days\" or \"weeks\""),
    (#"{"url":"https://a.example/{date}","missing":"empty"}"#, "\"missing\" needs \"days\" or \"weeks\""),
    (#"{"url":"https://a.example/{date}","days":2,"missing":"fail"}"#, "\"empty\""),
  ]) func invalidDates(_ address: String, _ message: String) {
    let error = refusal(address)
    #expect(error.hasPrefix("r.json:3:") && error.contains(message), "\(error)")
  }

  @Test func campusWithoutZoneHasNoDates() {
    let error = refusal(#""https://a.example/{date}""#, zone: "")
    #expect(error.hasPrefix("r.json:3:14: ") && error.contains("\"lake\" has no time zone; give it a \"timeZone\""), "\(error)")
    #expect(refusal(#""https://a.example/""#, zone: "") == "none")
    #expect(refusal(#""https://a.example/%7Bx%7D""#, zone: "") == "none")
  }

  @Test func datesOfAMapping() throws {
    #expect(refusal(#""https://a.example/{date}""#, mapping: #","paging":{"days":3}"#) == "none")
    #expect(refusal(#""https://a.example/""#, mapping: #","paging":{"days":3}"#).contains("the address needs a date"))
    #expect(refusal(#"{"url":"https://a.example/{week}","weeks":2}"#, mapping: #","paging":{"days":3}"#) == "none")
    #expect(refusal(#"{"url":"https://a.example/{date}","days":2}"#, mapping: #","paging":{"page":"p"}"#).contains("(\"paging\")"))
    #expect(refusal(#""https://a.example/{date}""#, mapping: #","paging":{"page":"p"}"#) == "none")
    let joined = #","join":"id","hours":{"dates":{"each":{"one":""},"date":{"received":0},"opens":"/o","closes":"/c"}}"#
    #expect(refusal(#"{"url":"https://a.example/{date}","days":2}"#, mapping: joined).contains("(\"received\")"))
    #expect(refusal(#""https://a.example/{date}""#, mapping: #"\#(joined),"paging":{"days":2}"#).contains("(\"received\")"))
    #expect(refusal(#""https://a.example/{date}""#, mapping: joined) == "none")
    for paging in [
      #"{"days":15}"#, #"{"missing":"empty"}"#, #"{"days":2,"page":"p"}"#, #"{"days":2,"weeks":2}"#, #"{"weeks":2,"missing":1}"#,
    ] {
      let error = refusal(#""https://a.example/{date}""#, mapping: #","paging":\#(paging)"#)
      #expect(error.hasPrefix("r.json:2:"), "\(paging): \(error)")
    }
  }

  /// The dates of a mapping are those of its feed, unless the address states others.
  @Test(arguments: [("", 2), (#","days":3"#, 3)]) func addressOverridesMapping(_ own: String, _ count: Int) async throws {
    let file = #"""
      {"campuses":[{"id":"lake","name":"Lake","timeZone":"UTC"}],
       "feeds":[{"id":"lake/menus","adapter":"mapping","addresses":{"records":{"url":"\#(Self.host)/{date}"\#(own)}},
                 "mapping":{"records":"","id":"/id","name":"/id","paging":{"days":2,"missing":"empty"}}}]}
      """#
    let polling = try Polling(file)
    answer(polling, "2026-11-21", "2026-11-22", "2026-11-23")
    #expect(try await run(polling).records.count == count)
  }

  /// A feed is the same for another machine, and another feed with other dates.
  @Test func datesArePartOfTheFeed() throws {
    let registry = try polling().registry
    let feed = try #require(registry.feed(try id()))
    var writer = JSONWriter()
    registry.writeSlice(of: feed, to: &writer)
    let copy = try Registry(campuses: []).adding(writer.bytes, file: "slice.json")
    #expect(copy.feed(feed.id)?.addresses == feed.addresses)
    let others = try [#""days":3"#, #""days":2,"missing":"empty""#, #""weeks":3,"missing":"empty""#].map { try polling($0).registry }
    let keys = try ([registry, copy] + others).map { registry in
      try #require(Plan(RunSelection(feeds: [feed.id]), in: registry).readings.first?.key)
    }
    #expect(keys[0] == keys[1] && Set(keys).count == 4)
  }

  // MARK: - Adapters in Swift

  /// An adapter that makes its own addresses.
  private struct DatesAdapter: FeedAdapter {
    let manifest = AdapterManifest(id: "dates", version: 1, title: "", summary: "", homepage: "", requests: ["menus"], cadence: 3600)
    var address = FeedAddress("\(host)/{year}/{month:1}/{day:1}.json", dates: RequestDates(.days, 2))
    var hasPages = false

    func requests(for feed: Feed) -> [FeedRequest] { [FeedRequest("menus", addresses: [address])] }

    func followUps(to reply: FeedReply, for feed: Feed) -> [FeedRequest] {
      guard reply.request.page == 1 else { return [] }
      let text = String(decoding: reply.body, as: UTF8.self)
      if text.hasPrefix("http") { return [FeedRequest("menus", page: 2, address: text, in: reply)] }
      return hasPages ? [FeedRequest("menus", page: 2, addresses: [address.adding("page=2")])] : []
    }

    func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
      for reply in replies { draft.note(.skipped, in: reply, reply.url ?? "") }
    }
  }

  private func run(_ adapter: DatesAdapter, zone: String = #","timeZone":"UTC""#, at start: String = "2026-11-08T12:00:00Z") async throws
    -> (report: FeedReport, urls: [String])
  {
    let file = #"""
      {"campuses":[{"id":"lake","name":"Lake"\#(zone)}],
       "feeds":[{"id":"lake/menus","adapter":"dates","addresses":{"menus":"\#(Self.host)/"}}]}
      """#
    let registry = try Registry(adapters: [adapter]).adding(Array(file.utf8), file: "r.json")
    var polling = try Polling("{}", at: start)
    polling.registry = registry
    polling.server.on("\(Self.host)/2026/11/8.json", .ok("[]"))
    polling.server.on("\(Self.host)/2026/11/9.json", .ok("[]"))
    polling.server.on("\(Self.host)/08", .ok("\(Self.host)/2?at={date}"))
    polling.server.on("\(Self.host)/2?at={date}", .ok(""))
    polling.server.on("\(Self.host)/07", .ok("[]"))
    polling.server.on("\(Self.host)/07?page=2", .ok("[]"))
    let report = try #require(try await polling.run([try id()]) { $0.accepted = (try? [id()]) ?? [] }.feeds.first)
    return (report, polling.server.requests.map { String($0.url.dropFirst(Self.host.count + 1)) })
  }

  @Test func swiftAdapter() async throws {
    #expect(try await run(DatesAdapter()).urls == ["2026/11/8.json", "2026/11/9.json"])
    // Pages of one date have the same date; an address in a reply is what the server says.
    #expect(try await run(DatesAdapter(address: FeedAddress("\(Self.host)/{day-1}"), hasPages: true)).urls == ["07", "07?page=2"])
    #expect(try await run(DatesAdapter(address: FeedAddress("\(Self.host)/{day}"))).urls == ["08", "2?at={date}"])
  }

  @Test(arguments: [
    (DatesAdapter(), "", "no time zone"), (DatesAdapter(hasPages: true), #","timeZone":"UTC""#, "cannot be requested for several dates"),
    (DatesAdapter(address: FeedAddress("\(host)/{today}")), #","timeZone":"UTC""#, "\"{today}\" is not a date"),
    (DatesAdapter(address: FeedAddress("\(host)/", dates: RequestDates(.days, 2))), #","timeZone":"UTC""#, "the address needs a date"),
  ]) private func swiftAdapterWithInvalidDates(_ adapter: DatesAdapter, _ zone: String, _ message: String) async throws {
    let report = try await run(adapter, zone: zone).report
    #expect(report.outcome == .absent && report.reason == .configAddress)
    #expect(report.notes.contains { $0.detail.contains(message) }, "\(report.notes)")
  }

  /// A failed poll is repeated after about a minute, or at midnight, when the dates change.
  @Test(arguments: [("2026-12-30T17:00:00Z", "2026-12-30T17:05:00Z"), ("2026-12-31T04:59:30Z", "2026-12-31T05:00:00Z")])
  func failedPollIsRepeatedByMidnight(_ start: String, _ latest: String) async throws {
    let polling = try polling(at: start)
    for date in ["2026-12-30", "2026-12-31", "2027-01-01"] { polling.server.on("\(Self.host)/\(date)", .status(404)) }
    #expect(try await result(polling) == ["absent"])
    let due = try #require(try await polling.state(of: id())?.nextDue)
    let (earliest, latest) = (try #require(Instant(start)), try #require(Instant(latest)))
    #expect(due > earliest && due <= latest)
  }

  @Test(arguments: [
    (0, "the catalog has no entries of the feed"), (1, "the catalog has 1 entry of the feed"), (2, "the catalog has 2 entries"),
  ])
  func heldFeedOfCatalog(_ entries: Int, _ text: String) throws {
    let held = FeedState.Held(reason: .guardShrink, count: 1, entries: entries, lastAt: try #require(Instant("2026-12-30T17:00:00Z")))
    #expect(held.text(try id()).hasPrefix(text))
  }
}
