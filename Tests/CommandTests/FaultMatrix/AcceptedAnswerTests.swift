import ScriptedServer
import Synchronization
import TestTraits
import Testing

/// Temporary faults: rows B1 and C18.
@Suite(.waitsForPrograms, .enabled(if: TestCertificates.shared != nil, TestCertificates.reason)) struct AcceptedAnswerTests {
  private static let good = Step.respond("200 OK", ["Content-Type: application/json"], body: GoodAnswer.body)

  private func run(
    _ scripts: [[Step]], over wire: Wire, paths: [String] = ["/a"]
  ) async throws -> (run: MeasuredRun, record: ServerRecord) {
    let server = try ScriptedServer(scripts: scripts, identity: wire.identity("good"))
    defer { server.stop() }
    let program = try LiveProgram(paths.enumerated().map { ("feed\($0)", server.url($1)) })
    program.environment = wire.environment
    let run = try await program.measured(["--allow-private", "--per-host", "1", "--log-format", "json", "-v"])
    #expect(run.status == 0, "\(run.result.error)")
    #expect(try run.result.feeds().values.allSatisfy { $0 == "fresh" })
    run.expectSoundLog(feeds: paths.indices.map { "feed\($0)" }, secret: FaultTrial.secret)
    return (run, server.record)
  }

  /// The server's `Retry-After`, honored to the fraction of a second.
  @Test(arguments: ["429 Too Many Requests", "503 Service Unavailable"], Wire.allCases)
  func shortRetryAfterIsHonoured(_ status: String, over wire: Wire) async throws {
    let times = Mutex<[ContinuousClock.Instant]>([])
    let script: [Step] = [
      .receive,
      .answer { _ in
        let isFirst = times.withLock { times in
          times.append(.now)
          return times.count == 1
        }
        return Array((isFirst ? "HTTP/1.1 \(status)\r\nRetry-After: 1\r\n" : "HTTP/1.1 200 OK\r\n").utf8)
          + Array("Content-Type: application/json\r\nContent-Length: \(GoodAnswer.body.count)\r\n\r\n".utf8) + GoodAnswer.body
      }, .restart,
    ]
    let (run, record) = try await run([script], over: wire)
    let asked = times.withLock { $0 }
    #expect(record.heads.count == 2 && asked.count == 2)
    if let first = asked.first, let last = asked.last { #expect(last - first >= .seconds(1)) }
    #expect(run.records("retry").map { $0["delayMs"] as? Int } == [1000])
  }

  /// Only plain connections are used again after a body.
  @Test(arguments: Wire.allCases) func closedConnectionIsReplacedSilently(over wire: Wire) async throws {
    let (run, record) = try await run(
      [[.receive, Self.good, .receive], [.receive, Self.good, .listen]], over: wire, paths: ["/a", "/b"])
    #expect(record.connections == 2 && record.heads.count == (wire == .plain ? 3 : 2))
    #expect(run.records("retry").isEmpty && run.records("fetch.empty").isEmpty)
  }
}
