import ScriptedServer
import Testing

/// A row of the fault matrix: a fault of a server, and the required reaction of the program.
struct Fault: Sendable, CustomTestStringConvertible {
  /// The row and its variant.
  let name: String
  let reason: String
  /// The largest number of requests in one run.
  let requests: Int
  /// Limits in a registry, in addition to those on body size.
  var limits: [String] = []
  let server: FaultServer

  var testDescription: String { name }

  init(_ name: String, _ reason: String, requests: Int, limits: [String] = [], _ server: FaultServer) {
    (self.name, self.reason, self.requests, self.limits, self.server) = (name, reason, requests, limits, server)
  }

  /// A server that takes a request and then follows the steps.
  init(_ name: String, _ reason: String, requests: Int, limits: [String] = [], _ steps: Step...) {
    self.init(name, reason, requests: requests, limits: limits, .script([.receive] + steps))
  }

  /// Limits of a body, on the wire and decoded: far below the defaults, so that more faults exceed them.
  static let cap = 1 << 20

  /// A registry file that gives the feed its limits.
  var registry: String {
    let all = limits + [#""wireBytes":\#(Self.cap)"#, #""decodedBytes":\#(Self.cap)"#]
    return #"{"feeds":[{"id":"\#(FaultTrial.feed)","limits":{\#(all.joined(separator: ","))}}]}"#
  }

  static let all = reachability + framing + codings + sizes + times + headers + malformed + status + pages
}
