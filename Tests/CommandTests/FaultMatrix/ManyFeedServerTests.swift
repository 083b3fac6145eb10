import ScriptedServer
import TestTraits
import Testing

/// Rows E2 to E4: one server with many feeds fails, among others that work.
@Suite(.waitsForPrograms, .enabled(if: TestCertificates.shared != nil, TestCertificates.reason)) struct ManyFeedServerTests {
  /// The feeds of the failing server, and the listener at its port.
  private func run(
    _ count: Int, _ fault: FaultServer, over wire: Wire, beside others: [(name: String, url: String)], isWarm: Bool, reasons: Set<String>,
    _ arguments: [String]
  ) async throws -> (run: MeasuredRun, record: ServerRecord) {
    let port = try ReservedPort()
    let names = (0..<count).map { "bad\($0)" }
    let program = try LiveProgram(names.map { ($0, port.url("/\($0)", scheme: wire.scheme)) } + others)
    program.environment = wire.environment
    var good: MeasuredRun?
    if isWarm {
      good = try await FaultServer.script(GoodAnswer.script).standing(at: port, over: wire) { try await program.measured(Self.always) }
        .value
    }
    #expect(good.map { $0.status == 0 } ?? true, "\(good?.result.error ?? "")")
    let (bad, record) = try await fault.standing(at: port, over: wire) {
      try await program.measured(Self.always + ["--refresh"] + arguments)
    }
    #expect(bad.status == 3)
    bad.expectSoundLog(feeds: names + others.map(\.name), secret: FaultTrial.secret)
    let told = try bad.result.feeds()
    for other in others { #expect(told[other.name] == "fresh") }
    for name in names {
      #expect(reasons.map { "\(isWarm ? "stale" : "absent") (\($0))" }.contains(told[name] ?? ""), "\(told)")
      #expect(bad.entries(of: "\(name)/dining") == good?.entries(of: "\(name)/dining") ?? [])
    }
    #expect(good?.entries(of: "bad0/dining").isEmpty != true)
    return (bad, try #require(record))
  }

  private static let always = ["--allow-private", "--log-format", "json", "-v"]

  /// One after another, because each has hundreds of open files.
  @Test(.serialized, arguments: Wire.allCases, [false, true]) func deadServerCostsLittle(over wire: Wire, isWarm: Bool) async throws {
    let healthy = try (0..<80).map { _ in try ScriptedServer(GoodAnswer.changing(), identity: wire.identity("good")) }
    defer { for server in healthy { server.stop() } }
    let others = healthy.enumerated().map { ("good\($0)", $1.url()) }
    let before = isWarm ? healthy.count : 0
    let (run, record) = try await run(
      20, .script([.receive, .reset]), over: wire, beside: others, isWarm: isWarm, reasons: ["connect.reset", "circuit.open"],
      ["--per-host", "1"])
    let asked = healthy.reduce(0) { $0 + $1.record.heads.count } - before
    #expect(record.heads.count + asked <= 113, "a tenth more than there are feeds, and three")
    #expect(record.heads.count == 5, "then it gets no requests")
    #expect(run.records("circuit.open").isEmpty == false)
  }

  @Test(arguments: Wire.allCases, [false, true]) func busyServerHoldsAllItsFeeds(over wire: Wire, isWarm: Bool) async throws {
    let healthy = try ScriptedServer(GoodAnswer.changing(), identity: wire.identity("good"))
    defer { healthy.stop() }
    let busy: [Step] = [.receive, .respond("429 Too Many Requests", ["Retry-After: 120"]), .restart]
    let (run, record) = try await run(
      10, .script(busy), over: wire, beside: [("good", healthy.url())], isWarm: isWarm, reasons: ["ratelimited"], ["--per-host", "1"])
    #expect(record.heads.count == 1, "nine made no request")
    #expect(run.records("host.hold").count == 1)
  }

  @Test(arguments: [(1, false), (10, true)], Wire.allCases)
  func hangingFeedsDoNotDelayOthers(_ row: (count: Int, isWarm: Bool), over wire: Wire) async throws {
    let count = row.count
    let healthy = try ScriptedServer(GoodAnswer.changing(), identity: wire.identity("good"))
    defer { healthy.stop() }
    let others = (count..<50).map { ("good\($0)", healthy.url("/\($0)")) }
    let (run, _) = try await run(
      count, .script([.listen]), over: wire, beside: others, isWarm: row.isWarm, reasons: ["timeout.total"], ["--deadline", "4"])
    let events = run.result.records.compactMap { $0["event"] as? String }
    let last = try #require(events.lastIndex(of: "feed.fresh")), first = try #require(events.firstIndex(of: "fetch.timeout"))
    #expect(last < first, "all others ended earlier")
  }
}
