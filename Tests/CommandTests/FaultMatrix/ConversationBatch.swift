import Foundation
import ScriptedServer
import TestKit
import Testing

/// Conversations that the program has at the same time, each with a server of its own, beside feeds that work.
struct ConversationBatch {
  /// Limits how many there are at a time: each has hundreds of open files.
  private static let gate = Gate(2)
  private static let deadline = 120
  private static let healthy = 3

  let conversations: [Conversation]
  let wire: Wire
  /// For messages.
  let seed: UInt64

  private func feed(_ number: Int) -> String { "f\(number)" }

  func run() async throws { try await Self.gate.run { try await runAll() } }

  private func runAll() async throws {
    let ports = try conversations.map { _ in try ReservedPort() }
    let servers = try (0..<Self.healthy).map { _ in try ScriptedServer(GoodAnswer.changing(), identity: wire.identity("good")) }
    defer { servers.forEach { $0.stop() } }
    let program = try LiveProgram([])
    program.environment = wire.environment.merging(["FEED_TOKEN": FaultTrial.secret]) { $1 }
    for number in 0..<(conversations.map(\.rounds.count).max() ?? 0) {
      let active = conversations.indices.filter { conversations[$0].rounds.count > number }
      let feeds = active.map { (feed($0), ports[$0].url("/venues.json", scheme: wire.scheme)) }
      let others = servers.enumerated().map { ("healthy\($0)", $1.url()) }
      try program.register(feeds + others, headers: #"{"X-Api-Key":"${FEED_TOKEN}"}"#)
      let limits = active.map { #"{"id":"\#(feed($0))/dining","limits":\#(conversations[$0].rounds[number].limits)}"# }
      try program.folder.write(#"{"feeds":[\#(limits.joined(separator: ","))]}"#, to: "limits.json")
      try await runRound(number, of: active, program, ports, others.map(\.0))
    }
    #expect(try program.filesContaining(FaultTrial.secret).isEmpty)
  }

  private func runRound(
    _ number: Int, of active: [Int], _ program: LiveProgram, _ ports: [ReservedPort], _ healthy: [String]
  ) async throws {
    var kept: [Int: LastGoodResult] = [:]
    if number > 0 { for index in active { kept[index] = try await LastGoodResult(of: "\(feed(index))/dining", in: program.storePath) } }
    let started = try active.map { try conversations[$0].rounds[number].server.start(at: ports[$0], over: wire) }
    let run = try await program.measured([
      "--config", program.path("limits.json"), "--allow-private", "--refresh", "--jobs", "100", "--log-format", "json", "-v", "--deadline",
      "\(Self.deadline)",
    ])
    var records: [ServerRecord?] = []
    for server in started { records.append(await server.stop()) }
    let feeds = try run.result.feeds()
    let isGood = active.allSatisfy { ["fresh", "unchanged"].contains(feeds[feed($0)]) }
    #expect(run.status == (isGood ? 0 : 3), "\(run.result.error)")
    #expect(run.result.elapsed < .seconds(Self.deadline))
    run.expectSoundLog(feeds: active.map(feed) + healthy, secret: FaultTrial.secret)
    for name in healthy { #expect(feeds[name] == "fresh") }
    for record in run.result.records { #expect(record["bytes"] as? Int ?? 0 <= Fault.cap + (64 << 10), "\(record)") }
    for (index, record) in zip(active, records) {
      let outcome = feeds[feed(index)]
      try expect(index, number, outcome, record)
      guard let outcome, outcome.hasPrefix("stale") || outcome.hasPrefix("absent") else { continue }
      let result = try await LastGoodResult(of: "\(feed(index))/dining", in: program.storePath)
      if let before = kept[index] { #expect(result == before, "\(label(index, number))") }
      #expect(result.isEmpty == outcome.hasPrefix("absent"), "\(label(index, number))")
    }
  }

  private func expect(_ index: Int, _ number: Int, _ outcome: String?, _ record: ServerRecord?) throws {
    let round = conversations[index].rounds[number]
    if let expected = round.outcome { #expect(outcome == expected, "\(label(index, number))") }
    guard let record else { return }
    let heads = record.heads
    #expect(round.requests.contains(heads.count), "\(label(index, number)): \(heads)")
    guard let head = heads.first else { return }
    #expect(head.hasPrefix("GET /venues.json HTTP/1.1\r\n") && head.contains("X-Api-Key: \(FaultTrial.secret)"), "\(label(index, number))")
    guard let sent = round.sent else { return }
    let values = Conversation.Sent(etag: Self.value("If-None-Match", in: head), date: Self.value("If-Modified-Since", in: head))
    #expect(values == sent, "\(label(index, number))")
  }

  private func label(_ index: Int, _ number: Int) -> String {
    "\(conversations[index].name), round \(number + 1), \(wire), seed \(seed)"
  }

  private static func value(_ name: String, in head: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
  }
}
