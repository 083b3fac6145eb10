import AdapterWorkbench
import Aggregation
import CampusCatalog
import FeedKit
import OpeningHours
import Testing

@Suite struct OpenMensaTests {
  private func adapter() throws -> any FeedAdapter {
    let id = try #require(AdapterID("openmensa"))
    return try #require(Registry().adapter(id))
  }

  private func feed(_ addresses: [String] = ["https://mensa.example.org/meta.xml"]) throws -> Feed {
    let id = try #require(FeedID("elbtal/mensa"))
    let campus = Campus(id: id.campus, name: "Hochschule Elbtal", timeZone: Zone("Europe/Berlin"))
    return Feed(
      id: id, campus: campus, adapter: try #require(AdapterID("openmensa")), addresses: ["canteens": addresses.map { FeedAddress($0) }])
  }

  private func document(_ canteens: String, version: String = "2.1") -> [UInt8] {
    Array("<openmensa version=\"\(version)\" xmlns=\"http://openmensa.org/open-mensa-v2\">\(canteens)</openmensa>".utf8)
  }

  private func menuFeed(_ name: String, _ url: String) -> String { "<feed name=\"\(name)\"><url>\(url)</url></feed>" }

  /// Returns the addresses of the feeds that are requested for a metafeed.
  private func followUps(_ canteens: String, of feed: Feed) async throws -> [String] {
    let adapter = try adapter()
    let request = try #require(try await adapter.requests(for: feed).first)
    let next = try await adapter.followUps(to: FeedReply(to: request, body: document(canteens)), for: feed)
    #expect(next.map(\.page) == Array(2..<2 + next.count))
    #expect(next.allSatisfy { !$0.isRequired && $0.format == .xml && $0.name == "canteens" && $0.cursor != nil })
    for request in next {
      #expect(try await adapter.followUps(to: FeedReply(to: request, body: document(canteens)), for: feed) == [])
    }
    return next.flatMap { $0.addresses.map(\.url) }
  }

  // MARK: - Follow-ups

  @Test(arguments: [
    (["today", "full", "a"], "full"), (["today", "b", "a"], "a"), (["today"], "today"), (["full", "full"], "full"),
  ])
  func oneFeedOfCanteenIsRequested(_ names: [String], _ chosen: String) async throws {
    for names in [names, names.reversed()] {
      let feeds = names.map { menuFeed($0, "https://mensa.example.org/\($0).xml") }.joined()
      #expect(try await followUps("<canteen><name>M</name>\(feeds)</canteen>", of: feed()) == ["https://mensa.example.org/\(chosen).xml"])
    }
  }

  /// The addresses in the reply of another server get no headers.
  @Test func feedsInAForeignReplyAreForeign() async throws {
    let (adapter, feed) = (try adapter(), try feed())
    let request = try #require(try await adapter.requests(for: feed).first)
    let body = document("<canteen><name>M</name>\(menuFeed("full", "https://mensa.example.org/full.xml"))</canteen>")
    for isForeign in [false, true] {
      let next = try await adapter.followUps(to: FeedReply(to: request, body: body, isForeign: isForeign), for: feed)
      #expect(next.map(\.isForeign) == [isForeign])
    }
  }

  @Test(arguments: [
    "http://mensa.example.org/f.xml", "https://other.example.org/f.xml", "https://mensa.example.org:444/f.xml",
    "https://mensa.example.org@other.example.org/f.xml", "https://mensa.example.org.other.example.org/f.xml", "file:///etc/passwd",
    "/f.xml",
    "", "https://mensa.example.org\\@other.example.org/",
  ])
  func otherServersAreNotAsked(_ url: String) async throws {
    #expect(try await followUps("<canteen><name>M</name>\(menuFeed("full", url))</canteen>", of: feed()) == [])
  }

  @Test func serverOfMirrorIsAsked() async throws {
    let url = "https://Menus.example.net/full.xml"
    let canteen = "<canteen><name>M</name>\(menuFeed("full", url))</canteen>"
    #expect(try await followUps(canteen, of: feed()) == [])
    #expect(try await followUps(canteen, of: feed(["https://mensa.example.org/meta.xml", "https://menus.example.net/"])) == [url])
  }

  @Test func canteenWithDaysHasNoFollowUps() async throws {
    let feeds = menuFeed("full", "https://mensa.example.org/full.xml")
    let day = "<day date=\"2026-11-24\"><closed/></day>"
    #expect(try await followUps("<canteen><name>M</name>\(feeds)\(day)</canteen>", of: feed()) == [])
    #expect(try await followUps("<canteen>\(feeds)</canteen>", of: feed()) == [], "without a name, the canteen is set aside")
    let two = "<canteen><name>A</name>\(day)</canteen><canteen><name>B</name>\(feeds)</canteen>"
    #expect(try await followUps(two, of: feed()) == ["https://mensa.example.org/full.xml"])
  }

  // MARK: - Times

  private func schedule(_ inside: String) async throws -> (hours: Schedule, notes: [Note]) {
    let trial = await AdapterTrial(
      try adapter(), feed: try feed(), bodies: ["canteens": document("<canteen><name>M</name>\(inside)</canteen>")])
    #expect(trial.refusal == nil)
    return (try #require(trial.draft.entries.first?.place?.hours), trial.draft.notes)
  }

  @Test(arguments: [
    ("open=\"11:15-14:00\"", "11:15-14:00"), ("open=\"18:00-02:00\"", "18:00-26:00"), ("open=\"17:00-00:00\"", "17:00-24:00"),
    ("open=\"17:00-24:00\"", "17:00-24:00"), ("open=\"00:00-24:00\"", "00:00-24:00"), ("closed=\"true\"", "closed"),
    ("", nil), ("closed=\"false\"", nil), ("open=\"\"", nil), ("open=\"closed\"", nil), ("open=\"11:15-14:00\" closed=\"true\"", nil),
    ("open=\"1115-1400\"", nil), ("open=\"11:15 - 14:00\"", nil), ("open=\"11:15–14:00\"", nil), ("open=\"11:60-14:00\"", nil),
    ("open=\"24:00-25:00\"", nil), ("open=\"09:00-09:00\"", nil), ("open=\"٠٩:00-12:00\"", nil),
  ])
  func weekdays(_ attributes: String, _ expected: String?) async throws {
    let (hours, notes) = try await schedule("<times type=\"opening\"><tuesday \(attributes)/><sunday closed=\"true\"/></times>")
    let tuesday = try #require(LocalDate("2026-11-24"))
    #expect(hours.plan(on: tuesday) == (try plan(expected)))
    #expect(hours.plan(on: try #require(LocalDate("2026-11-25"))) == .unknown)
    #expect(hours.plan(on: try #require(LocalDate("2026-11-29"))) == .closed)
    #expect(notes.map(\.code) == (expected == nil ? [.hoursUnknown] : []))
    #expect(notes.first?.pointer == (expected == nil ? "/canteen/0/times/tuesday" : nil))
  }

  private func plan(_ text: String?) throws -> DayPlan {
    guard let text else { return .unknown }
    if text == "closed" { return .closed }
    let times = text.split(separator: "-").compactMap { LocalTime(String($0)) }
    let service = Service(opens: try #require(times.first), closes: try #require(times.last))
    return DayPlan([try #require(service)])
  }

  @Test func daysDecideBeforeTimes() async throws {
    let week = "<times type=\"opening\"><tuesday open=\"11:00-14:00\"/></times>"
    let meals = "<category name=\"a\"><meal><name>m</name></meal><meal><name>n</name></meal></category>"
    let days =
      "<day date=\"2026-11-24\"><closed/></day><day date=\"2026-12-01\">\(meals)</day><day date=\"2026-12-08\">\(meals)<closed/></day>"
    let (hours, notes) = try await schedule(week + days)
    let plans = try ["2026-11-24", "2026-12-01", "2026-12-08"].map { hours.plan(on: try #require(LocalDate($0))) }
    #expect(plans == [.closed, try plan("11:00-14:00"), .unknown])
    #expect(notes.map(\.detail) == ["the menus were left out: 4 meals on 2 days", "2026-12-08 is closed and has meals, too"])
  }

  // MARK: - Documents

  @Test(arguments: [
    ("<openmensa version=\"2.1\"/>", "schema.shape"), ("<openmensa><canteen/></openmensa>", "schema.shape"),
    ("<openmensa version=\"3.0\"><canteen/></openmensa>", "schema.shape"), ("<cafeteria version=\"1.0\"/>", "schema.shape"),
    ("<openmensa version=\"2.1\"><canteen>", "xml.syntax"), ("{}", "xml.syntax"),
    ("<!DOCTYPE openmensa SYSTEM \"http://localhost/a.dtd\"><openmensa version=\"2.1\"><canteen/></openmensa>", "xml.document_type"),
  ])
  func otherDocumentsAreRefused(_ text: String, _ code: String) async throws {
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["canteens": Array(text.utf8)])
    #expect(trial.refusal?.code.description == code)
    #expect(trial.refusal?.request == "canteens")
  }

  @Test func recordHasRawValues() async throws {
    let canteens = "<canteen><name>A</name></canteen><canteen><name>B</name><location latitude=\"51.0\" longitude=\"13.5\"/></canteen>"
    let trial = await AdapterTrial(try adapter(), feed: try feed(), bodies: ["canteens": document(canteens)])
    let id = try #require(EntryID("elbtal/mensa/b"))
    let record = try #require(trial.record(of: id))
    #expect(record.pointer.pointer == "/canteen/1")
    #expect(record.values.map(\.pointer) == ["/name", "/location/@latitude", "/location/@longitude"])
    #expect(record.values.map(\.json) == ["\"B\"", "\"51.0\"", "\"13.5\""])
  }
}
