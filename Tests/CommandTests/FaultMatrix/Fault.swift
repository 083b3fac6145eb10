import ScriptedServer
import TestKit
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
  /// Whether the server gets no requests in the next run; nil if that depends on the time.
  var holds: Bool? = false
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

  /// The limits of the feed, as in a registry file.
  var limitsText: String {
    let all = limits + [#""wireBytes":\#(Self.cap)"#, #""decodedBytes":\#(Self.cap)"#]
    return "{\(all.joined(separator: ","))}"
  }

  /// Faults of connections and of the framing of replies, each of which may cost memory: with the sizes and positions of seed 0.
  static let ofConnections: [Fault] = {
    var random = SeededGenerator(seed: 0)
    return connections(&random)
  }()

  /// Malformed heads, of seed 0.
  static let ofHeads: [Fault] = {
    var random = SeededGenerator(seed: 0)
    return malformed(&random)
  }()

  static func connections(_ random: inout SeededGenerator) -> [Fault] {
    reachability + framing(&random) + codings(&random) + sizes(&random) + times(&random) + headers(&random) + malformed(&random)
      + status(&random) + pages(&random)
  }

  /// All faults; the seed decides sizes and positions.
  static func all(_ random: inout SeededGenerator, over wire: Wire) -> [Fault] {
    let faults = connections(&random) + refusals(&random) + redirects(&random, over: wire) + contents(&random)
    return faults + (wire == .tls ? secure : [])
  }
}
