import TestTraits
import Testing

/// Row D7: forbidden addresses in all notations, as a feed's own address and as a redirect target.
@Suite(.waitsForPrograms, .enabled(if: PrivateNetwork.canStart, PrivateNetwork.reason)) struct AddressFormTests {
  /// This machine, where a server would answer.
  static let loopback = [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "0.0.0.0", "[::]", "[::1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "localhost",
  ]

  static let others = [
    "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]",
    "[2002:7f00:1::]", "[2001::1]", "[fc00::1]", "[fd12::1]", "[fe80::1%25lo]", "[fec0::1]", "[ff02::1]", "[100::1]", "[2001:db8::1]",
    "93.184.216.34:22", "93.184.216.34:25", "93.184.216.34:6379",
  ]

  private let redirects: [String: String]
  private let moved: [(name: String, url: String)]

  init() {
    let forms = (Self.loopback + Self.others).enumerated()
    redirects = Dictionary(uniqueKeysWithValues: forms.map { ("/\($0)", "http://\($1)/venues.json") })
    moved = forms.map { ("moved\($0.offset)", "http://hop.example/\($0.offset)") }
  }

  private func direct(_ forms: [String]) -> [(name: String, url: String)] {
    forms.enumerated().map { ("direct\($0)", "http://\($1)/venues.json") }
  }

  private func program(_ feeds: [(name: String, url: String)]) throws -> LiveProgram {
    try LiveProgram(feeds + [("healthy", "http://healthy.example/venues.json")])
  }

  private func network(_ redirects: [String: String]) -> PrivateNetwork {
    let answer: [[String]]? = [[PrivateNetwork.publicAddresses[0]]]
    return PrivateNetwork(names: ["healthy.example": answer, "hop.example": answer], redirects: redirects)
  }

  private func expectNobodyElseIsAsked(_ report: PrivateNetwork.Report) {
    #expect(Set(report.requests.map(\.host)) == ["healthy.example", "hop.example"])
    #expect(report.addresses == [PrivateNetwork.publicAddresses[0]])
  }

  @Test func absentWithoutLastGoodResult() throws {
    let feeds = direct(Self.loopback + Self.others) + moved
    let program = try program(feeds)
    let (result, report) = try network(redirects).run(program, "--log-format", "json", "-v")
    #expect(result.status == 3)
    let told = feeds.map { ($0.name, "absent (policy.address)") } + [("healthy", "fresh")]
    #expect(try result.feeds() == Dictionary(uniqueKeysWithValues: told))
    #expect(result.endings.count == told.count && result.endings.values.allSatisfy { $0 == 1 })
    #expect(result.records.count { $0["event"] as? String == "policy.block" } == feeds.count)
    #expect(result.records.allSatisfy { $0["event"] as? String != "retry" })
    expectNobodyElseIsAsked(report)
  }

  @Test func staleWithLastGoodResult() async throws {
    let feeds = direct(Self.loopback) + moved
    let program = try program(feeds)
    let (good, _) = try network([:]).run(program, "--allow-private")
    #expect(good.status == 0, "\(good.error)")
    var kept: [LastGoodResult] = []
    for feed in feeds { kept.append(try await LastGoodResult(of: "\(feed.name)/dining", in: program.storePath)) }
    let (bad, report) = try network(redirects).run(program, "--refresh", "--log-format", "json")
    #expect(bad.status == 3)
    let told = feeds.map { ($0.name, "stale (policy.address)") } + [("healthy", "unchanged")]
    #expect(try bad.feeds() == Dictionary(uniqueKeysWithValues: told))
    #expect(bad.entries == good.entries)
    #expect(bad.endings.count == told.count && bad.endings.values.allSatisfy { $0 == 1 })
    expectNobodyElseIsAsked(report)
    for (feed, before) in zip(feeds, kept) {
      #expect(try await LastGoodResult(of: "\(feed.name)/dining", in: program.storePath) == before, "\(feed)")
    }
    #expect(kept.allSatisfy { !$0.isEmpty })
  }
}
