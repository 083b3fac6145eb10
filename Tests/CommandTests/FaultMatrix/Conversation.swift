import TestKit

/// A feed and its server over several runs of the program.
struct Conversation: Sendable {
  /// One run: how the server reacts, and what the program makes of it.
  struct Round: Sendable {
    let server: FaultServer
    /// As in `LiveResult.feeds`; nil if it depends on the time since the last run.
    let outcome: String?
    /// The number of requests.
    let requests: ClosedRange<Int>
    /// The validators in the first request; nil if there may be any.
    var sent: Sent?
    /// Limits of the feed, as in a registry file.
    var limits = "{}"
  }

  /// The values of `If-None-Match` and `If-Modified-Since`.
  struct Sent: Sendable, Equatable {
    var etag: String?
    var date: String?

    static let nothing = Sent()
  }

  let name: String
  /// Whether a run takes some seconds.
  var isSlow = false
  let rounds: [Round]

  /// All rows of the matrix: each fault with and without a last good result, and replies that look faulty but are not.
  static func all(_ random: inout SeededGenerator, over wire: Wire) -> [Conversation] {
    let faults = Fault.all(&random, over: wire).flatMap { fault in
      let first = Round(server: fault.server.varied(&random), outcome: "absent (\(fault.reason))", fault, sent: .nothing)
      let good = Round(server: .script(GoodAnswer.script), outcome: "fresh", requests: 1...1, sent: .nothing)
      let tag = Sent(etag: GoodAnswer.tag)
      let bad = Round(server: fault.server.varied(&random), outcome: "stale (\(fault.reason))", fault, sent: tag)
      let last =
        switch fault.holds {
        case true?: Round(server: .script(GoodAnswer.script), outcome: "stale (\(fault.reason))", requests: 0...0)
        case false?: Round(server: .script(GoodAnswer.script), outcome: "unchanged", requests: 1...1, sent: tag)
        case nil: Round(server: .script(GoodAnswer.script), outcome: nil, requests: 0...1)
        }
      let isSlow = !fault.limits.isEmpty
      return [
        Conversation(name: "\(fault.name), first", isSlow: isSlow, rounds: [first]),
        Conversation(name: "\(fault.name), later", isSlow: isSlow, rounds: [good, bad, last]),
      ]
    }
    return faults + accepted(&random)
  }
}

extension Conversation.Round {
  init(server: FaultServer, outcome: String, _ fault: Fault, sent: Conversation.Sent) {
    // On a busy machine, the time of a slow fault may be over before the request.
    let count = (fault.server.isReached && fault.limits.isEmpty ? 1 : 0)...(fault.server.isReached ? fault.requests : 0)
    self.init(server: server, outcome: outcome, requests: count, sent: fault.server.isReached ? sent : nil, limits: fault.limitsText)
  }
}
