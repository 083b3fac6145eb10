import ScriptedServer
import TestKit

/// Groups B and C: heads that are too large or malformed, status codes, and HTML pages.
extension Fault {
  static func headers(_ random: inout SeededGenerator) -> [Fault] {
    let many = (0..<random.number(3000...5000)).map { "X-\($0): " + String(repeating: "a", count: 1000) }
    return [
      Fault("B10 thousands of headers", "http.header_limit", requests: 1, .send(head(many.joined(separator: "\r\n"))), .listen),
      Fault(
        "B10 a line of megabytes", "http.header_limit", requests: 1,
        .send(head("X-A: " + String(repeating: "a", count: random.number(1...3) << 20))), .listen),
      Fault(
        "B10 headers without end", "http.header_limit", requests: 1, .send("HTTP/1.1 200 OK\r\n"),
        .sendForever(Array("X-A: \(String(repeating: "a", count: random.number(1...100)))\r\n".utf8))),
      Fault(
        "B10 thousands of interim responses", "http.header_limit", requests: 1,
        .send(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: random.number(2000...4000))), .send(head()), .send(json), .listen),
    ]
  }

  static func malformed(_ random: inout SeededGenerator) -> [Fault] {
    let json = body(&random)
    let length = "Content-Length: \(json.count)"
    let heads = [
      ("two lengths", [length, "Content-Length: \(json.count - random.number(1...100))"]),
      ("a length above 2^64", ["Content-Length: 1844674407370955161\(random.number(6...9))"]),
      ("a negative length", ["Content-Length: -\(random.number(1...1000))"]),
      ("a length and a transfer coding", [length, chunked]),
      ("NUL in a header", [length, "X-A: a\0b"]),
      ("a folded header", [length, "X-A: a\r\n b"]),
    ].map { ($0, ordered($1, &random)) }
    let lines = [
      ("a fold before all headers", "HTTP/1.1 200 OK\r\n X-A: a\r\n\(length)\r\n\r\n"),
      ("no head at all", ""),
      ("the status 2OO", "HTTP/1.1 2OO OK\r\n\(length)\r\n\r\n"),
    ]
    return (heads + lines).map { Fault("B11 \($0)", "http.framing", requests: 1, .send($1), .send(json), .listen) }
  }

  static func status(_ random: inout SeededGenerator) -> [Fault] {
    let phrase = random.pick(["Status", "", "Not \u{e4}sthetic"])
    return [408, 500, 502, 504, 520, 521, 522, 523, 524].map { answer("C19", $0, phrase, requests: 3) }
      + [400, 405, 501, 505].map { answer("C19", $0, phrase, requests: 1) }
      + [206, 999].map { answer("C20", $0, phrase, requests: 1) }
      + [204, 205].map { Fault("C20 \($0)", "http.\($0)", requests: 1, .send("HTTP/1.1 \($0) Nothing\r\nETag: \"other\"\r\n\r\n")) }
  }

  static func pages(_ random: inout SeededGenerator) -> [Fault] {
    let space = String(repeating: random.pick([" ", "\n", "\r\n", "\t"]), count: random.number(0...500))
    return [
      Fault(
        "C21 a captive portal", "type.unexpected", requests: 2,
        .answer { [space] in bytes(of: $0.hasPrefix("GET /login ") ? page(space, "Log in") : .respond("302 Found", ["Location: /login"])) },
        .restart),
      Fault("C21 a challenge", "type.unexpected", requests: 1, page(space, "Just a moment...")),
      Fault("C21 a polite not found", "type.unexpected", requests: 1, page(space, "We looked everywhere")),
      Fault(
        "C21 data that are called a page", "type.unexpected", requests: 1,
        .respond("200 OK", ["Content-Type: text/html"], body: Array("no".utf8))),
    ]
  }

  /// The head of a good response with these lines among its own, in random order.
  private static func ordered(_ lines: [String], _ random: inout SeededGenerator) -> String {
    let all = (["Content-Type: application/json", #"ETag: "other""#] + lines).shuffled(using: &random)
    return (["HTTP/1.1 200 OK"] + all).joined(separator: "\r\n") + "\r\n\r\n"
  }

  private static func answer(_ row: String, _ status: Int, _ phrase: String, requests: Int) -> Fault {
    Fault(
      "\(row) \(status)", "http.\(status)", requests: requests,
      .respond("\(status) \(phrase)", ["Content-Type: application/json", #"ETag: "other""#], body: json), .restart)
  }

  /// The bytes of a step that sends.
  static func bytes(of step: Step) -> [UInt8] { if case .send(let bytes) = step { bytes } else { [] } }

  private static func page(_ space: String, _ title: String) -> Step {
    let text = "\(space)<!doctype html><html><head><title>\(title)</title></head><body><p>\(title)</p></body></html>"
    return .respond("200 OK", ["Content-Type: text/html; charset=utf-8", #"ETag: "page""#], body: Array(text.utf8))
  }
}
