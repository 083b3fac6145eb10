import Foundation
import TestTraits
import Testing

/// Name servers that do not respond, or that return forbidden addresses.
@Suite(.waitsForPrograms, .enabled(if: PrivateNetwork.canStart, PrivateNetwork.reason)) struct NameTests {
  static let publicAnswer = [[PrivateNetwork.publicAddresses[0]]]

  /// Other addresses that a name may resolve to, by name: all of them are forbidden.
  static let forbidden: [String: [[String]]] = [
    "loopback": [["127.0.0.1"]],
    "loopback6": [["::1"]],
    "mapped": [["::ffff:127.0.0.1"]],
    "private": [["10.1.2.3"]],
    "several": [["127.0.0.1", "::1", "192.168.0.1", "169.254.169.254"]],
  ]

  /// Answers with an allowed address, next to or before forbidden ones.
  static let half: [String: [[String]]] = [
    "mixed": [["127.0.0.1", PrivateNetwork.publicAddresses[0]]],
    "mixed6": [["::1", "::ffff:127.0.0.1", PrivateNetwork.publicAddresses[0]]],
    "flipping": [[PrivateNetwork.publicAddresses[0]], ["127.0.0.1"]],
  ]

  private func program(_ names: some Sequence<String>, limits: String = "{}") throws -> LiveProgram {
    let program = try LiveProgram(names.sorted().map { ($0, "http://\($0).example/venues.json") }, limits: limits)
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
      program.environment[name] = "http://127.0.0.1:80"
    }
    return program
  }

  private func network(_ names: [String: [[String]]?]) -> PrivateNetwork {
    PrivateNetwork(names: Dictionary(uniqueKeysWithValues: names.map { ("\($0.key).example", $0.value) }))
  }

  private func told(_ names: some Sequence<String>, _ outcome: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, outcome) })
  }

  // MARK: - Silence

  private static let oneSecond = #"{"connect":"PT1S"}"#

  /// Attempts to resolve a name end at the limit, at most 250 ms late, not counting the delay of the machine
  /// itself.
  private func expectInTime(_ run: (result: LiveResult, report: PrivateNetwork.Report), _ location: SourceLocation = #_sourceLocation) {
    let failed = run.result.records.filter { $0["event"] as? String == "fetch.dns" }
    #expect(failed.count == 2, "one retry", sourceLocation: location)
    for record in failed {
      let time = record["ms"] as? Double ?? 0
      #expect(time >= 950 && time <= 1250 + run.report.late * 4000, "\(record)", sourceLocation: location)
    }
    // Two attempts with a wait of at most half a second between them; the system's resolver would try for ten.
    #expect(run.report.seconds < 4, sourceLocation: location)
  }

  @Test func silentResolverAffectsOnlyItsFeed() throws {
    let names = ["good", "silent"]
    let program = try program(names, limits: Self.oneSecond)
    let good = network(["good": Self.publicAnswer, "silent": Self.publicAnswer])
    let silent = network(["good": Self.publicAnswer, "silent": nil])
    let first = try good.run(program)
    #expect(first.result.status == 0, "\(first.result.error)")
    let second = try silent.run(program, "--refresh", "--log-format", "json")
    #expect(second.result.status == 3)
    #expect(try second.result.feeds() == ["good": "unchanged", "silent": "stale (dns.timeout)"])
    #expect(second.result.entries == first.result.entries)
    #expect(second.result.endings == ["good": 1, "silent": 1])
    #expect(second.report.questions(for: "silent.example") > 0)
    expectInTime(second)
    // In the meantime, the other name was resolved and its server requested.
    let order = second.result.records.compactMap { record in (record["event"] as? String).map { ($0, record["feed"] as? String) } }
    #expect(order.firstIndex { $0.0 == "feed.unchanged" } ?? .max < order.firstIndex { $0.0 == "fetch.dns" } ?? .max)
    // The stored result and its validators are unchanged.
    let third = try good.run(program, "--refresh")
    #expect(third.result.status == 0)
    #expect(try third.result.feeds() == told(names, "unchanged"))
  }

  @Test func silentResolverWithoutLastGoodResult() throws {
    let silent = network(["good": Self.publicAnswer, "silent": nil])
    let some = try silent.run(program(["good", "silent"], limits: Self.oneSecond), "--no-store", "--log-format", "json")
    #expect(some.result.status == 3)
    #expect(try some.result.feeds() == ["good": "fresh", "silent": "absent (dns.timeout)"])
    expectInTime(some)
    let none = try silent.run(program(["silent"], limits: Self.oneSecond), "--no-store")
    #expect(none.result.status == 4)
    #expect(none.result.out.isEmpty)
    #expect(none.result.summary == ["silent": "absent (dns.timeout)"])
  }

  @Test func runDeadlineEndsNameLookup() throws {
    let silent = network(["good": Self.publicAnswer, "silent": nil])
    let run = try silent.run(program(["good", "silent"]), "--no-store", "--deadline", "1")
    #expect(run.result.status == 3)
    #expect(try run.result.feeds() == ["good": "fresh", "silent": "absent (timeout.total)"])
    #expect(run.report.seconds < 1.75 + run.report.late * 4)
  }

  // MARK: - Other addresses

  @Test func nameThatResolvesToForbiddenAddressIsRefused() throws {
    let names = Self.forbidden.keys + ["healthy"]
    let program = try program(names)
    let good = network(told(names, "").mapValues { _ in Self.publicAnswer })
    let bad = network(Self.forbidden.merging(["healthy": Self.publicAnswer]) { $1 })
    let first = try good.run(program)
    #expect(first.result.status == 0, "\(first.result.error)")
    let second = try bad.run(program, "--refresh", "--log-format", "json")
    #expect(second.result.status == 3)
    #expect(try second.result.feeds() == told(Self.forbidden.keys, "stale (policy.address)").merging(["healthy": "unchanged"]) { $1 })
    #expect(second.result.entries == first.result.entries)
    #expect(second.result.endings == told(names, "").mapValues { _ in 1 })
    let blocks = second.result.records.filter { $0["event"] as? String == "policy.block" }
    #expect(blocks.count == Self.forbidden.count)
    #expect(blocks.allSatisfy { $0["addr"] is String })
    #expect(second.report.requests.map(\.host) == ["healthy.example"])
    let third = try good.run(program, "--refresh")
    #expect(try third.result.feeds() == told(names, "unchanged"))
    let cold = try bad.run(program, "--no-store")
    #expect(cold.result.status == 3)
    #expect(try cold.result.feeds() == told(Self.forbidden.keys, "absent (policy.address)").merging(["healthy": "fresh"]) { $1 })
    #expect(cold.report.requests.map(\.host) == ["healthy.example"])
  }

  @Test func onlyAllowedAddressesAreUsed() throws {
    let program = try program(Self.half.keys)
    let cold = try network(Self.half).run(program)
    #expect(cold.result.status == 0, "\(cold.result.error)")
    #expect(try cold.result.feeds() == told(Self.half.keys, "fresh"))
    #expect(cold.report.addresses == [PrivateNetwork.publicAddresses[0]])
    // The checked address is the one that is used: there is no second lookup whose answer could differ.
    #expect(cold.report.questions.count { $0.name == "flipping.example" && $0.type == "A" } == 1)
    let warm = try network(Self.half).run(program, "--refresh")
    #expect(try warm.result.feeds() == told(Self.half.keys, "unchanged"))
    #expect(warm.report.addresses == [PrivateNetwork.publicAddresses[0]])
  }
}
