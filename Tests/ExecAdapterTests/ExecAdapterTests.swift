import Adapters
import Basics
import ExecAdapter
import FeedKit
import Foundation
import TestKit
import TestTraits
import Testing

/// A runner that answers in this process, with an adapter in Swift behind the same documents.
private struct SwiftRunner: ProgramRunner {
  let adapter: any FeedAdapter
  let running = Guarded((now: 0, most: 0, total: 0))

  func run(_ program: Program, arguments: [String], input: [UInt8], within limit: Duration) async -> ProgramResult {
    running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) }
    await Task.yield()
    defer { running.withLock { $0.now -= 1 } }
    guard let verb = arguments.last.flatMap({ ExecutableVerb(rawValue: $0) }),
      let output = try? await ExecutableAdapter.respond(adapter, to: verb, input: input)
    else { return ProgramResult(.exit(65)) }
    return ProgramResult(.exit(0), stdout: output)
  }
}

@Suite(.waitsForPrograms) struct ExecAdapterTests {
  private static func adapter(
    _ runner: any ProgramRunner, requests: [String] = ["list"], path: String = "/x", readable: [String] = []
  ) -> ExecAdapter {
    ExecAdapter(
      Program(path: path, arguments: [], environment: ["PATH": "/usr/bin:/bin"], readable: readable, version: 1), requests: requests,
      timeout: Script.longEnough, runner: runner)
  }

  @Test func anAdapterInSwiftGivesTheSameEntriesAsAnExecutable() async throws {
    let swift = try #require(BuiltInAdapters.all.first { $0.manifest.id.description == "penn" })
    let id = try #require(FeedID("penn/dining"))
    let campus = Campus(id: id.campus, name: "Penn", timeZone: Zone("America/New_York"), country: "US", location: nil, calendar: [])
    let feed = Feed(
      id: id, campus: campus, adapter: swift.manifest.id, addresses: ["venues": [FeedAddress("https://penn.example/venues")]])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/sample/penn/dining/venues.json")
    let body = Array(try Data(contentsOf: file))
    let exec = Self.adapter(SwiftRunner(adapter: swift), requests: ["venues"])
    let requests = try await exec.requests(for: feed)
    #expect(requests == (try await swift.requests(for: feed)))
    let reply = FeedReply(to: requests[0], body: body)
    #expect(try await exec.followUps(to: reply, for: feed) == [])
    var drafts: [FeedDraft] = []
    for adapter in [swift, exec] as [any FeedAdapter] {
      var draft = FeedDraft(for: feed, replies: 1)
      try await adapter.normalize([reply], of: feed, into: &draft)
      try draft.finish()
      drafts.append(draft)
    }
    #expect(!drafts[0].entries.isEmpty)
    #expect(drafts[0].entries == drafts[1].entries)
    #expect(drafts[0].rejected == drafts[1].rejected)
    #expect(drafts[0].pointers.map(\.pointer) == drafts[1].pointers.map(\.pointer))
    #expect(Set(drafts[0].notes) == Set(drafts[1].notes))
  }

  @Test func onlyOneProcessOfAFeedRunsAtATime() async throws {
    let runner = SwiftRunner(adapter: BuiltInAdapters.all[0])
    let adapter = Self.adapter(runner)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          var draft = FeedDraft(for: Script.feed)
          try? await adapter.normalize([Script.reply()], of: Script.feed, into: &draft)
        }
      }
    }
    #expect(runner.running.withLock { $0.most } == 1)
    #expect(runner.running.withLock { $0.total } == 20)
  }

  private struct Refused: FeedTrust {
    let refusal: AdapterError? = AdapterError(.pluginUntrusted, "not trusted")
  }

  @Test func aProgramThatIsNotTrustedIsNotStarted() async throws {
    let runner = SwiftRunner(adapter: BuiltInAdapters.all[0])
    let program = Program(path: "/x", arguments: [], environment: [:], readable: [], version: 1)
    let adapter = ExecAdapter(program, requests: ["list"], runner: runner, trust: Refused())
    #expect(adapter.refusal?.code == .pluginUntrusted)
    var draft = FeedDraft(for: Script.feed)
    for adapter in [adapter, adapter.limited(to: { nil })] as [any FeedAdapter] {
      await #expect(throws: AdapterError.self) { try await adapter.requests(for: Script.feed) }
      await #expect(throws: AdapterError.self) { try await adapter.followUps(to: Script.reply(), for: Script.feed) }
      await #expect(throws: AdapterError.self) { try await adapter.normalize([Script.reply()], of: Script.feed, into: &draft) }
    }
    #expect(runner.running.withLock { $0.total } == 0)
  }

  /// A runner with one output for all verbs.
  private struct FixedRunner: ProgramRunner {
    let output: String

    func run(_ program: Program, arguments: [String], input: [UInt8], within limit: Duration) async -> ProgramResult {
      ProgramResult(.exit(0), stdout: Array(output.utf8))
    }
  }

  private static func entry(_ id: String, name: String = "Soup Corner", record: String = "7") -> String {
    """
    {"id": "town/food/\(id)", "kind": "place", "campus": "town", "name": "\(name)", "category": "other",
     "sources": [{"feed": "town/food", "record": "\(record)"}]}
    """
  }

  private static func draft(_ members: String, of reply: String = #"{"stalls": [{}, {}], "a/b": {"c": 1}}"#) async throws -> FeedDraft {
    var draft = FeedDraft(for: Script.feed)
    let adapter = adapter(FixedRunner(output: #"{"protocol": 1, \#(members)}"#))
    try await adapter.normalize([Script.reply(reply)], of: Script.feed, into: &draft)
    return draft
  }

  @Test(arguments: [
    entry("7", name: "\u{200B}\u{200B}"), entry("7", name: "\u{2060} \u{FEFF}\u{E0041}"), entry(String(repeating: "x", count: 513)),
    entry(String(repeating: "%FC", count: 513)), entry("7", record: String(repeating: "x", count: 513)),
  ]) func entriesThatNoFeedMayHaveAreSetAside(_ entry: String) async throws {
    let draft = try await Self.draft(#""entries": [\#(entry), \#(Self.entry("8"))]"#)
    #expect(draft.ids.map(\.description) == ["town/food/8"] && draft.rejected == 1, "\(draft.notes)")
    #expect(draft.notes.allSatisfy { $0.detail.utf8.count < 300 })
  }

  @Test func theLongestKeyIsAllowed() async throws {
    let longest = try await Self.draft(#""entries": [\#(Self.entry(String(repeating: "%FC", count: 512)))]"#)
    #expect(longest.rejected == 0 && longest.ids.count == 1)
  }

  @Test func recordsThatTheReplyDoesNotHaveAreSetAside() async throws {
    let pointers = ["/stalls/1", "/stalls/2", "/a~1b/c", "/a~1b/d", "/nowhere/7", "/stalls/01", "/stalls/0/0/0"]
    let entries = pointers.indices.map { Self.entry("\($0)") }.joined(separator: ", ")
    let places = pointers.map { #"{"request": "list", "pointer": "\#($0)"}"# }.joined(separator: ", ")
    let draft = try await Self.draft(#""entries": [\#(entries)], "places": [\#(places)]"#)
    #expect(draft.pointers.map(\.pointer) == ["/stalls/1", "/a~1b/c"])
    #expect(draft.notes.map(\.pointer) == ["/stalls/2", "/a~1b/d", "/nowhere/7", "/stalls/01", "/stalls/0/0/0"])
  }

  @Test(arguments: ["-1", "-9223372036854775808", "9223372036854775807"]) func aCountIsNotNegativeOrHuge(_ count: String) async throws {
    let error = await #expect(throws: AdapterError.self) { _ = try await Self.draft(#""entries": [], "skipped": \#(count)"#) }
    #expect(error?.code == .pluginProtocol && error?.advice.contains("skipped") == true, "\(String(describing: error))")
  }

  @Test func bodiesThatAreNotTextAreBase64() async throws {
    struct Lengths: FeedAdapter {
      let manifest = AdapterManifest(
        id: "lengths", version: 1, title: "", summary: "", homepage: "", license: "", requests: ["list"], cadence: 60)

      func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
        throw AdapterError(.wrongShape, in: replies[0].request, "\(replies[0].body)")
      }
    }
    let adapter = Self.adapter(SwiftRunner(adapter: Lengths()))
    for body: [UInt8] in [[], [0xFF], [0xFF, 0], [0xC3, 0x28, 0x0A], [0xFE, 1, 2, 3], Array("a\u{0}b\"\\\n".utf8)] {
      var draft = FeedDraft(for: Script.feed)
      let reply = FeedReply(to: Script.reply().request, body: body)
      do throws(AdapterError) {
        try await adapter.normalize([reply], of: Script.feed, into: &draft)
        Issue.record("there is no error")
      } catch {
        #expect(error.code == .wrongShape && error.advice == "\(body)" && error.request == "list")
      }
    }
  }

  /// The output of a program is text of a feed: control characters and outer spaces are removed, and empty texts are absent.
  @Test func textsAreCleaned() async throws {
    struct Untidy: FeedAdapter {
      let manifest = AdapterManifest(
        id: "untidy", version: 1, title: "", summary: "", homepage: "", license: "", requests: ["list"], cadence: 60)

      func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
        guard let id = EntryID(feed: feed.id, record: "7"), let opens = LocalTime(minutes: 480), let closes = LocalTime(minutes: 960),
          let service = Service(opens: opens, closes: closes, label: "\u{1}Lunch "), let zone = feed.campus.timeZone
        else { return }
        var week = WeekHours()
        week.add(service, on: .monday)
        var notes = RecordNotes()
        var place = Place(category: .cafe)
        place.location.address = " \u{0} "
        place.hours = Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(week.plan(noting: &notes)))])
        var entry = Entry(
          id: id, campus: feed.campus.id, name: " Soup\u{1B}[31m\tCorner ", sources: [SourceReference(feed: feed.id, record: "7\u{7}")],
          details: .place(place))
        (entry.notice, entry.tags) = ("one\u{7}\ntwo", ["\u{2}", "warm\u{85}"])
        draft.add(entry, at: RecordPointer(request: replies[0].request, parent: "", index: 0))
      }
    }
    var draft = FeedDraft(for: Script.feed)
    try await Self.adapter(SwiftRunner(adapter: Untidy())).normalize([Script.reply("[{}]")], of: Script.feed, into: &draft)
    let entry = try #require(draft.entries.first, "\(draft.notes)")
    #expect(entry.name == "Soup[31m Corner" && entry.notice == "one\ntwo" && entry.tags == ["warm"])
    #expect(entry.place?.location.address == nil && entry.sources.map(\.record) == ["7\u{7}"])
    let monday = try #require(LocalDate("2026-11-23"))
    #expect(entry.place?.hours?.plan(on: monday).services.map(\.label) == ["Lunch"])
  }

  @Test func base64IsStrict() async throws {
    let reply = FeedReply(to: Script.reply().request, body: [0xD0, 0x40])
    let input = String(decoding: ExecutableInput(Script.feed, replies: [reply]).bytes(for: .normalize), as: UTF8.self)
    try #require(input.contains("\"0EA=\""))
    for text in ["0EA", "0EA==", "0E A=", "0EB=", "0E=A", "0EA=====", "0E-_", "===="] {
      await #expect(throws: (any Error).self, "\(text)") {
        try await ExecutableAdapter.respond(
          BuiltInAdapters.all[0], to: .normalize, input: Array(input.replacing("\"0EA=\"", with: "\"\(text)\"").utf8))
      }
    }
  }

  @Test func requestsStayOnTheServersOfTheFeed() throws {
    func requests(_ url: String) throws(AdapterError) -> [FeedRequest] {
      let text = #"{"protocol": 1, "requests": [{"name": "list", "page": 2, "addresses": ["\#(url)"], "cursor": "5"}]}"#
      return try ExecutableOutput.requests(in: Array(text.utf8), of: Script.feed, names: ["list"])
    }
    #expect(try requests("https://town.example/food.json?page=2").first?.cursor == "5")
    for url in [
      "https://evil.example/", "http://town.example/food.json", "https://town.example:8443/", "https://town.example@evil.example/",
    ] {
      let error = #expect(throws: AdapterError.self) { try requests(url) }
      #expect(error?.code == .pluginProtocol)
    }
  }

  /// Addresses that a program may have from another server's reply get no headers; the feed's own ones do.
  @Test func requestsAfterAForeignReplyAreForeign() throws {
    let text =
      #"{"protocol": 1, "requests": [{"name": "list", "page": 2}, {"name": "list", "page": 3, "addresses": ["https://town.example/3"]}]}"#
    for isForeign in [false, true] {
      let reply = FeedReply(to: Script.reply().request, body: [], isForeign: isForeign)
      let requests = try ExecutableOutput.requests(in: Array(text.utf8), of: Script.feed, names: ["list"], after: reply)
      #expect(requests.map(\.isForeign) == [false, isForeign])
    }
  }

  @Test(Script.isPossible) func theExampleInPython() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/examples/python")
    let path = folder.appendingPathComponent("town.py").path
    let adapter = Self.adapter(ConfinedRunner(), path: path, readable: [folder.path])
    let requests = try await adapter.requests(for: Script.feed)
    #expect(requests.map(\.label) == ["list"])
    var draft = FeedDraft(for: Script.feed, replies: 1)
    let reply = FeedReply(to: requests[0], body: Array(try Data(contentsOf: folder.appendingPathComponent("list.json"))))
    try await adapter.normalize([reply], of: Script.feed, into: &draft)
    try draft.finish()
    #expect(draft.entries.map(\.id.description) == ["town/food/7", "town/food/8"])
    #expect(draft.pointers.map(\.pointer) == ["/stalls/0", "/stalls/1"])
    #expect(draft.entries[0].place?.hours != nil && draft.entries[1].place?.hours == nil)
    #expect(draft.notes.map { $0.pointer ?? "" } == ["/stalls/2"])
  }
}
