import ScriptedServer
import TestKit

/// Groups C, D, E and F: replies that are accepted, partly accepted, or held back.
extension Conversation {
  static func accepted(_ random: inout SeededGenerator) -> [Conversation] {
    let rows = validators(&random) + tags(&random) + others(&random) + counts(&random)
    return rows.map { row in
      Conversation(
        name: row.name,
        rounds: row.rounds.map { round in
          Round(server: round.server.varied(&random), outcome: round.outcome, requests: round.requests, sent: round.sent)
        })
    }
  }

  // MARK: - Group C

  private static func validators(_ random: inout SeededGenerator) -> [Conversation] {
    let count = random.number(2...30)
    let (one, two) = (Array(Venues.many(count, "One").utf8), Array(Venues.many(count, "Two").utf8))
    let date = "Sat, 21 Nov 2026 10:00:00 GMT"
    let later = "Sun, 22 Nov 2026 10:00:00 GMT"
    func start(_ lines: String...) -> Round { reply(one, lines, "fresh", sent: .nothing) }
    let a = Sent(etag: #""a""#)
    return [
      Conversation(
        "C1 other content", start(#"ETag: "a""#), reply(two, [#"ETag: "b""#], "fresh", sent: a),
        unchanged([], sent: Sent(etag: #""b""#))),
      Conversation("C2 304 without validators", start(#"ETag: "a""#), unchanged([], sent: a), unchanged([], sent: a)),
      Conversation(
        "C2 304 with a date", start(#"ETag: "a""#), unchanged([#"ETag: "a""#, "Last-Modified: \(date)"], sent: a),
        unchanged([], sent: Sent(etag: #""a""#, date: date))),
      Conversation(
        "C2 304 with another tag", start(#"ETag: "a""#),
        Round(
          server: .scripts([
            [.receive, .send("HTTP/1.1 304 Not Modified\r\nETag: \"b\"\r\n\r\n"), .receive, whole(two, [#"ETag: "b""#]), .listen],
            [.receive, whole(two, [#"ETag: "b""#]), .listen],
          ]), outcome: "fresh", requests: 2...2, sent: a),
        unchanged([], sent: Sent(etag: #""b""#))),
      Conversation(
        "C3 304 with a body", start(#"ETag: "a""#),
        unchanged(["Content-Length: \(two.count)", "Content-Encoding: gzip"], two, sent: a), unchanged([], sent: a)),
      Conversation(
        "C4 304 without a condition",
        Round(
          server: .script([.receive, .send("HTTP/1.1 304 Not Modified\r\n\r\n"), .restart]), outcome: "absent (http.304_unexpected)",
          requests: 2...2, sent: .nothing)),
      Conversation("C5 the same tag, other content", start(#"ETag: "a""#), reply(two, [#"ETag: "a""#], "fresh", sent: a)),
      Conversation(
        "C6 another tag, the same content", start(#"ETag: "a""#), reply(one, [#"ETag: "b""#], "unchanged", sent: a),
        unchanged([], sent: Sent(etag: #""b""#))),
      Conversation(
        "C7 another tag, the same date", start(#"ETag: "a""#, "Last-Modified: \(date)"),
        reply(two, [#"ETag: "b""#, "Last-Modified: \(date)"], "fresh", sent: Sent(etag: #""a""#, date: date)),
        unchanged([], sent: Sent(etag: #""b""#, date: date))),
      Conversation(
        "C7 the same tag, another date", start(#"ETag: "a""#, "Last-Modified: \(date)"),
        reply(two, [#"ETag: "a""#, "Last-Modified: \(later)"], "fresh", sent: Sent(etag: #""a""#, date: date)),
        unchanged([], sent: Sent(etag: #""a""#, date: later))),
      Conversation(
        "C8 no validators any longer", start(#"ETag: "a""#, "Last-Modified: \(date)"),
        reply(two, [], "fresh", sent: Sent(etag: #""a""#, date: date)), reply(two, [], "unchanged", sent: .nothing)),
    ]
  }

  private static func tags(_ random: inout SeededGenerator) -> [Conversation] {
    let one = venues("One", &random)
    let kept = [#"W/"x""#, #""x-gzip""#, "bare", #""""#, #""a,b""#, String(repeating: "t", count: random.number(1...1024)), #""é""#]
    let dropped = [String(repeating: "t", count: random.number(1025...60_000)), "\"a\u{1}b\""]
    let dates = ["Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 19 Jan 2038 03:14:08 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "yesterday"]
    func start(_ line: String) -> Round { reply(one, [line], "fresh", sent: .nothing) }
    return kept.map { Conversation("C12 \($0.prefix(20))", start("ETag: \($0)"), unchanged([], sent: Sent(etag: latin1($0)))) }
      + dropped.map { Conversation("C12 unusable \($0.prefix(20))", start("ETag: \($0)"), reply(one, [], "unchanged", sent: .nothing)) }
      + dates.map { Conversation("C14 \($0)", start("Last-Modified: \($0)"), unchanged([], sent: Sent(date: $0))) }
  }

  /// Heads are recorded with one character per byte.
  private static func latin1(_ text: String) -> String { String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) })) }

  // MARK: - Groups C, D and E

  private static func others(_ random: inout SeededGenerator) -> [Conversation] {
    let one = venues("One", &random)
    let good = whole(one, [])
    func alone(_ name: String, _ steps: [Step], requests: Int = 1) -> Conversation {
      Conversation(
        name, Round(server: .script([.receive] + steps + [.listen]), outcome: "fresh", requests: requests...requests, sent: .nothing))
    }
    let failures = (1...3).map { count in
      let failure = random.pick([[.receive, .reset], [.receive], [.receive, .respond("502 Bad Gateway")]] as [[Step]])
      let scripts = Array(repeating: failure, count: count) + [[.receive, good, .listen]]
      return Conversation(
        "E1 \(count) failures",
        Round(server: .scripts(scripts), outcome: count < 3 ? "fresh" : nil, requests: min(count + 1, 3)...min(count + 1, 3)))
    }
    let status = random.pick([301, 302, 303, 307, 308])
    let hops = random.number(1...5)
    // The answer to /venues.json leads to /1, that to /1 leads to /2, and so on.
    let hop = Step.answer { head in
      let number = head.hasPrefix("GET /venues.json ") ? 0 : Int(head.dropFirst(5).prefix { $0 != " " }) ?? 0
      return Fault.bytes(of: number == hops ? good : .respond("\(status) Moved", ["Location: /\(number + 1)"]))
    }
    let length = "Content-Length: \(one.count)"
    return failures + [
      alone("C20 203", [.respond("203 Changed", ["Content-Type: application/json"], body: one)]),
      alone("C20 299", [.respond("299 Unknown", ["Content-Type: application/json"], body: one)]),
      alone(
        "C20 interim responses",
        Array(repeating: .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), count: random.number(1...5)) + [good]),
      alone("D1 redirects", [hop, .restart], requests: hops + 1),
      // libcurl does not require that a server announces the end of a body in TLS; a document shows whether it is whole.
      alone("B4 whole, and its end is not announced", [.send(Fault.head()), .send(one), .vanish]),
      alone("B2 a length twice", [.send("HTTP/1.1 200 OK\r\n\(length)\r\n\(length)\r\n\r\n"), .send(one)]),
      alone("B3 chunks", [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")] + chunks(one, &random)),
      alone("B5 gzip", [.respond("200 OK", ["Content-Encoding: gzip"], body: Gzip.stream(one))]),
    ]
  }

  private static func chunks(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [Step] {
    var (steps, start): ([Step], Int) = ([], 0)
    while start < bytes.count {
      let end = min(bytes.count, start + random.number(1...5000))
      steps.append(.send(Fault.chunk(Array(bytes[start..<end]))))
      start = end
    }
    return steps + [.send("0\r\nX-Trailer: 1\r\n\r\n")]
  }

  // MARK: - Group F

  private static func counts(_ random: inout SeededGenerator) -> [Conversation] {
    func many(_ count: Int) -> [UInt8] { Array(Venues.many(count, "Hall").utf8) }
    func start(_ count: Int) -> Round { reply(many(count), [], "fresh", sent: .nothing) }
    let (few, size) = (random.number(12...40), random.number(50...150))
    let broken = #"[{"id":0},"# + Venues.many(size, "Hall").dropFirst()
    return [
      Conversation("F5 a byte order mark", reply([0xEF, 0xBB, 0xBF] + many(few), [], "fresh", sent: .nothing)),
      Conversation("F6 one of many is wrong", reply(Array(broken.utf8), [], "fresh", sent: .nothing)),
      Conversation(
        "F8 a fifth is missing", start(size + 50), reply(many((size + 50) * 3 / 4), [], "stale (guard.shrink)"),
        reply(many(size + 50), [], "unchanged")),
      Conversation("F8 few are missing", start(8), reply(many(2), [], "fresh")),
      Conversation("F8 many more", start(few), reply(many(few * 11), [], "stale (guard.growth)"), reply(many(few), [], "unchanged")),
    ]
  }

  // MARK: - Replies

  private init(_ name: String, _ rounds: Round...) { self.init(name: name, rounds: rounds) }

  private static func venues(_ name: String, _ random: inout SeededGenerator) -> [UInt8] {
    Array(Venues.many(random.number(2...30), name).utf8)
  }

  private static func whole(_ body: [UInt8], _ lines: [String]) -> Step {
    .respond("200 OK", ["Content-Type: application/json"] + lines, body: body)
  }

  private static func reply(_ body: [UInt8], _ lines: [String], _ outcome: String, sent: Sent? = nil) -> Round {
    Round(server: .script([.receive, whole(body, lines), .listen]), outcome: outcome, requests: 1...1, sent: sent)
  }

  private static func unchanged(_ lines: [String], _ body: [UInt8] = [], sent: Sent) -> Round {
    let head = (["HTTP/1.1 304 Not Modified"] + lines).joined(separator: "\r\n") + "\r\n\r\n"
    return Round(server: .script([.receive, .send(Array(head.utf8) + body), .listen]), outcome: "unchanged", requests: 1...1, sent: sent)
  }
}
