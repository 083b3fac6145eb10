import ScriptedServer

/// Groups B and C: heads that are too large or malformed, status codes, and HTML pages.
extension Fault {
  static let headers = [
    Fault(
      "B10 4,000 headers", "http.header_limit", requests: 1,
      .send(head((0..<4000).map { "X-\($0): " + String(repeating: "a", count: 1000) }.joined(separator: "\r\n"))), .listen),
    Fault("B10 a line of 2 MB", "http.header_limit", requests: 1, .send(head("X-A: " + String(repeating: "a", count: 2 << 20))), .listen),
    Fault(
      "B10 headers without end", "http.header_limit", requests: 1, .send("HTTP/1.1 200 OK\r\n"),
      .sendForever(Array("X-A: aaaaaaaaaaaaaaaaaaaa\r\n".utf8))),
    Fault(
      "B10 2,000 interim responses", "http.header_limit", requests: 1,
      .send(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 2000)), .send(head()), .send(json), .listen),
  ]

  static let malformed: [Fault] = {
    let length = "Content-Length: \(json.count)"
    let heads = [
      ("two lengths", head(length, "Content-Length: 3")),
      ("a length of 2^64 + 2", head("Content-Length: 18446744073709551618")),
      ("a negative length", head("Content-Length: -2")),
      ("a length and a transfer coding", head(length, chunked)),
      ("NUL in a header", head(length, "X-A: a\0b")),
      ("a folded header", head(length, "X-A: a\r\n b")),
      ("a fold before all headers", "HTTP/1.1 200 OK\r\n X-A: a\r\n\(length)\r\n\r\n"),
      ("no head at all", ""),
      ("the status 2OO", "HTTP/1.1 2OO OK\r\n\(length)\r\n\r\n"),
    ]
    return heads.map { Fault("B11 \($0)", "http.framing", requests: 1, .send($1), .send(json), .listen) }
  }()

  static let status =
    [408, 500, 502, 504, 520, 521, 522, 523, 524].map { answer("C19", $0, requests: 3) }
    + [400, 405, 501, 505].map { answer("C19", $0, requests: 1) }
    + [206, 999].map { answer("C20", $0, requests: 1) }
    + [204, 205].map { Fault("C20 \($0)", "http.\($0)", requests: 1, .send("HTTP/1.1 \($0) Nothing\r\nETag: \"other\"\r\n\r\n")) }

  static let pages = [
    Fault("C21 a captive portal", "type.unexpected", requests: 2, .respond("302 Found", ["Location: /login"]), .receive, page("Log in")),
    Fault("C21 a challenge", "type.unexpected", requests: 1, page("Just a moment...")),
    Fault("C21 a polite not found", "type.unexpected", requests: 1, page("We looked everywhere")),
    Fault(
      "C21 data that are called a page", "type.unexpected", requests: 1,
      .respond("200 OK", ["Content-Type: text/html"], body: Array("no".utf8))),
  ]

  private static func answer(_ row: String, _ status: Int, requests: Int) -> Fault {
    Fault(
      "\(row) \(status)", "http.\(status)", requests: requests,
      .respond("\(status) Status", ["Content-Type: application/json", #"ETag: "other""#], body: json), .restart)
  }

  private static func page(_ title: String) -> Step {
    let text = "<!doctype html><html><head><title>\(title)</title></head><body><p>\(title)</p></body></html>"
    return .respond("200 OK", ["Content-Type: text/html; charset=utf-8", #"ETag: "page""#], body: Array(text.utf8))
  }
}
