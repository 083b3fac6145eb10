import Foundation
import ScriptedServer
import TestKit
import Testing

/// One fault, tested with the program: with and without a good result before, alone and next to a feed that works.
struct FaultTrial {
  static let feed = "fault/dining"
  static let secret = "mango-7Qx-lantern"
  static let deadline = 20

  let fault: Fault
  private let good: [Step]
  private let port: ReservedPort
  private let healthy: ScriptedServer
  private let warm: LiveProgram
  private let cold: LiveProgram

  /// - Parameters:
  ///   - good: the script of the server before and after the fault.
  ///   - environment: the program's environment.
  init(_ fault: Fault, good: [Step] = GoodAnswer.script, scheme: String = "http", environment: [String: String] = [:]) throws {
    (self.fault, self.good) = (fault, good)
    port = try ReservedPort()
    healthy = try ScriptedServer(GoodAnswer.changing())
    let feeds = [("fault", port.url("/venues.json", scheme: scheme)), ("healthy", healthy.url())]
    let programs = try (0..<2).map { _ in try LiveProgram(feeds, headers: #"{"X-Api-Key":"${FEED_TOKEN}"}"#) }
    for program in programs {
      program.environment = environment.merging(["FEED_TOKEN": Self.secret]) { $1 }
      try program.folder.write(#"{"feeds":[{"id":"\#(Self.feed)","limits":\#(fault.limitsText)}]}"#, to: "limits.json")
    }
    (warm, cold) = (programs[0], programs[1])
  }

  /// - Returns: the request heads that the good server received before and after the fault.
  func run() async throws -> [String] {
    defer { healthy.stop() }
    let first = try await run(warm, .script(good), [])
    #expect(first.value.status == 0, "\(first.value.result.error)")
    try expect(first.value, "fresh")
    try await expectNothing(atMost: first.value.peakBytes)
    try await expectLastGood(of: first.value)
    let last = try await run(warm, .script(good), ["--refresh"])
    #expect(last.value.status == 0, "\(last.value.result.error)")
    try expect(last.value, "unchanged")
    #expect(last.value.entries(of: Self.feed) == first.value.entries(of: Self.feed))
    for program in [warm, cold] { #expect(try program.filesContaining(Self.secret).isEmpty) }
    return (first.record?.heads ?? []) + (last.record?.heads ?? [])
  }

  // MARK: - With and without a last good result

  private func expectLastGood(of good: MeasuredRun) async throws {
    let kept = try await LastGoodResult(of: Self.feed, in: warm.storePath)
    let (stale, record) = try await run(warm, fault.server, ["--refresh", "--config", warm.path("limits.json")])
    #expect(stale.status == 3, "\(stale.result.error)")
    try expect(stale, "stale (\(fault.reason))")
    expectCost(of: stale, record, after: good.peakBytes)
    #expect(stale.entries(of: Self.feed) == good.entries(of: Self.feed) && !good.entries(of: Self.feed).isEmpty)
    #expect(try await LastGoodResult(of: Self.feed, in: warm.storePath) == kept)
    #expect(!kept.isEmpty)
    if let head = record?.heads.first { #expect(head.contains("If-None-Match: \(GoodAnswer.tag)"), "\(head)") }
  }

  private func expectNothing(atMost peakBytes: Int) async throws {
    let limits = ["--config", cold.path("limits.json")]
    let (alone, first) = try await run(cold, fault.server, limits + ["--no-store", "--campus", "fault"])
    #expect(alone.status == 4 && alone.result.out.isEmpty, "\(alone.result.error)")
    alone.expectSoundLog(feeds: ["fault"], secret: Self.secret)
    #expect(alone.records("feed.absent").map { $0["reason"] as? String } == [fault.reason])
    expectCost(of: alone, first, after: peakBytes)
    let (beside, second) = try await run(cold, fault.server, limits)
    #expect(beside.status == 3, "\(beside.result.error)")
    try expect(beside, "absent (\(fault.reason))")
    expectCost(of: beside, second, after: peakBytes)
    #expect(beside.entries(of: Self.feed).isEmpty)
    #expect(try await LastGoodResult(of: Self.feed, in: cold.storePath).isEmpty)
    if let head = second?.heads.first { #expect(!head.contains("If-None-Match") && head.contains(Self.secret), "\(head)") }
  }

  // MARK: - Invariants

  /// The other feed is fresh in any case.
  private func expect(_ run: MeasuredRun, _ outcome: String) throws {
    #expect(try run.result.feeds() == ["fault": outcome, "healthy": "fresh"], "\(run.result.error)")
    run.expectSoundLog(feeds: ["fault", "healthy"], secret: Self.secret)
  }

  /// Checks the requests, bytes and memory of a run.
  private func expectCost(of run: MeasuredRun, _ record: ServerRecord?, after good: Int) {
    #expect(run.records("retry").count < fault.requests, "\(run.result.error)")
    if let record {
      #expect((1...fault.requests).contains(max(record.connections, record.heads.count)), "\(record.heads)")
      #expect(record.heads.count <= fault.requests)
    }
    for told in run.result.records { #expect(told["bytes"] as? Int ?? 0 <= Fault.cap + (64 << 10), "\(told)") }
    #expect(Sanitizer.isOn || run.peakBytes <= good + Fault.cap + (16 << 20), "\(run.peakBytes) bytes after \(good)")
  }

  private func run(
    _ program: LiveProgram, _ server: FaultServer, _ arguments: [String]
  ) async throws -> (value: MeasuredRun, record: ServerRecord?) {
    let always = ["--allow-private", "--log-format", "json", "-v", "--deadline", "\(Self.deadline)"]
    return try await server.standing(at: port) { try await program.measured(arguments + always) }
  }
}
