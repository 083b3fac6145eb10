import ScriptedServer
import Testing

/// A row of the matrix of faults: what a server does, and what the program makes of it.
struct Fault: Sendable, CustomTestStringConvertible {
  /// The row, and which of its variants.
  let name: String
  let reason: String
  /// How many requests it may cost in one run, at the most.
  let requests: Int
  /// Beside those on the size of a body, as a registry has them.
  var limits: [String] = []
  let server: FaultServer

  var testDescription: String { name }

  init(_ name: String, _ reason: String, requests: Int, limits: [String] = [], _ server: FaultServer) {
    (self.name, self.reason, self.requests, self.limits, self.server) = (name, reason, requests, limits, server)
  }

  /// A server that takes a request and then does what the steps say.
  init(_ name: String, _ reason: String, requests: Int, limits: [String] = [], _ steps: Step...) {
    self.init(name, reason, requests: requests, limits: limits, .script([.receive] + steps))
  }

  /// What a body may have, on the wire and decoded: far less than by default, so that more is seen.
  static let cap = 1 << 20

  /// A registry file that gives the feed its limits.
  var registry: String {
    let all = limits + [#""wireBytes":\#(Self.cap)"#, #""decodedBytes":\#(Self.cap)"#]
    return #"{"feeds":[{"id":"\#(FaultTrial.feed)","limits":{\#(all.joined(separator: ","))}}]}"#
  }

  static let all = reachability + framing + codings + sizes + times + headers + malformed + status + pages
}
