import ScriptedServer

/// Groups A and B: missing servers, connections that end, incomplete bodies.
extension Fault {
  static let reachability = [
    Fault("A3 refused", "connect.refused", requests: 3, .nobody),
    Fault("A4 no answer to the first packet", "timeout.connect", requests: 2, limits: [#""connect":"PT1S""#], .silence),
    Fault("A5 never an answer", "timeout.first_byte", requests: 2, limits: [#""firstByte":"PT1S""#], .listen),
  ]

  static let framing = [
    Fault("B1 closed before a status line", "http.empty", requests: 3),
    Fault("B2 shorter than its length", "body.truncated", requests: 3, .send(head("Content-Length: 1000")), .send(json)),
    Fault(
      "B2 shorter than its length, and reset", "body.truncated", requests: 3, .send(head("Content-Length: 1000")), .send(json),
      .pause(.milliseconds(50)), .reset),
    Fault("B3 cut in a chunk", "body.truncated", requests: 3, .send(head(chunked)), .send("400\r\n"), .send(json)),
    Fault("B3 no last chunk", "body.truncated", requests: 3, .send(head(chunked)), .send(chunk)),
    Fault("B3 bad size of a chunk", "http.framing", requests: 1, .send(head(chunked)), .send(chunk), .send("zz\r\n"), .listen),
    Fault("B4 cut, and its end is that of the connection", "body.truncated", requests: 3, .send(head()), .send(Array(json.dropLast(5)))),
  ]

  static let times = [
    Fault(
      "B9 a byte after another", "timeout.total", requests: 1, limits: [#""attempt":"PT1S""#], .send(head("Content-Length: 1000")),
      .drip(json, every: .milliseconds(50)), .listen),
    Fault(
      "B9 a byte every three seconds", "timeout.idle", requests: 1, limits: [#""idle":"PT1S""#], .send(head("Content-Length: 1000")),
      .drip(json, every: .seconds(3))),
    Fault(
      "B9 a head that drips", "timeout.total", requests: 1, limits: [#""attempt":"PT1S""#],
      .drip(Array(head("X-Long-Name: a value").utf8), every: .milliseconds(50)), .listen),
    Fault(
      "B9 a pause near the end", "timeout.idle", requests: 1, limits: [#""idle":"PT1S""#], .send(head("Content-Length: \(json.count)")),
      .send(Array(json.prefix(json.count * 9 / 10))), .listen),
  ]

  static let json = GoodAnswer.body
  static let chunked = "Transfer-Encoding: chunked"
  static let chunk = "\(String(json.count, radix: 16))\r\n\(String(decoding: json, as: UTF8.self))\r\n"

  /// The head of a good response.
  static func head(_ lines: String...) -> String {
    (["HTTP/1.1 200 OK", "Content-Type: application/json", #"ETag: "other""#] + lines).joined(separator: "\r\n") + "\r\n\r\n"
  }
}
