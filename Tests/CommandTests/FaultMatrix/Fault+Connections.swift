import ScriptedServer
import TestKit

/// Groups A and B: missing servers, connections that end, incomplete bodies.
extension Fault {
  static let reachability = [
    Fault("A3 refused", "connect.refused", requests: 3, .nobody),
    Fault("A4 no answer to the first packet", "timeout.connect", requests: 2, limits: [#""connect":"PT1S""#], .silence),
    Fault("A5 never an answer", "timeout.first_byte", requests: 2, limits: [#""firstByte":"PT1S""#], .listen),
  ]

  /// Rows A6 and A7.
  static let secure = [
    Fault("A6 expired", "tls.expired", requests: 1, .certificate("expired", GoodAnswer.script)),
    Fault("A6 other name", "tls.name", requests: 1, .certificate("other", GoodAnswer.script)),
    Fault("A6 unknown authority", "tls.untrusted", requests: 1, .certificate("unknown", GoodAnswer.script)),
    Fault("A6 no TLS", "tls.failed", requests: 1, .withoutTLS([.respond("400 Bad Request"), .listen])),
    Fault("A7 a handshake that stalls", "timeout.connect", requests: 2, limits: [#""connect":"PT1S""#], .withoutTLS([.listen])),
    Fault("A7 a handshake that is reset", "connect.reset", requests: 3, .withoutTLS([.pause(.milliseconds(20)), .reset])),
    Fault("A7 a handshake that is closed", "connect.reset", requests: 3, .withoutTLS([.pause(.milliseconds(20))])),
  ]

  static func framing(_ random: inout SeededGenerator) -> [Fault] {
    let json = body(&random)
    let size = json.count
    let part = Array(json.prefix(random.number(0...size)))
    let cut = random.number(1...size - 1)
    return [
      Fault("B1 closed before a status line", "http.empty", requests: 3),
      Fault(
        "B2 shorter than its length", "body.truncated", requests: 3, .send(head("Content-Length: \(size + random.number(1...1000))")),
        .send(part)),
      Fault(
        "B2 shorter than its length, and reset", "body.truncated", requests: 3,
        .send(head("Content-Length: \(size + random.number(1...1000))")), .send(part), .pause(.milliseconds(50)), .reset),
      Fault(
        "B3 cut in a chunk", "body.truncated", requests: 3, .send(head(chunked)),
        .send("\(String(size + random.number(1...1000), radix: 16))\r\n"), .send(json)),
      Fault("B3 no last chunk", "body.truncated", requests: 3, .send(head(chunked)), .send(chunk(json))),
      Fault(
        "B3 bad size of a chunk", "http.framing", requests: 1, .send(head(chunked)), .send(chunk(json)),
        .send("\(random.pick(["zz", "-2", "11111111111111111"]))\r\n"), .listen),
      Fault(
        "B4 cut, and its end is that of the connection", "body.truncated", requests: 3, .send(head()), .send(Array(json.prefix(cut)))),
    ]
  }

  static func times(_ random: inout SeededGenerator) -> [Fault] {
    let json = body(&random)
    let (idle, attempt) = ([#""idle":"PT1S""#], [#""attempt":"PT1S""#])
    return [
      Fault(
        "B9 a byte after another", "timeout.total", requests: 1, limits: attempt, .send(head("Content-Length: \(json.count + 1000)")),
        .drip(json, every: .milliseconds(random.number(20...80))), .listen),
      Fault(
        "B9 a byte every three seconds", "timeout.idle", requests: 1, limits: idle, .send(head("Content-Length: \(json.count + 1000)")),
        .drip(json, every: .seconds(3))),
      Fault(
        "B9 a head that drips", "timeout.total", requests: 1, limits: attempt,
        .drip(Array(head("X-Long-Name: a value").utf8), every: .milliseconds(random.number(40...80))), .listen),
      Fault(
        "B9 a pause near the end", "timeout.idle", requests: 1, limits: idle, .send(head("Content-Length: \(json.count)")),
        .send(Array(json.prefix(json.count * random.number(50...99) / 100))), .listen),
    ]
  }

  static let json = GoodAnswer.body
  static let chunked = "Transfer-Encoding: chunked"

  static func chunk(_ bytes: [UInt8]) -> [UInt8] { Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10] }

  /// A good body of a random size.
  static func body(_ random: inout SeededGenerator) -> [UInt8] { Array(Venues.many(random.number(2...300), "Hall").utf8) }

  /// The head of a good response.
  static func head(_ lines: String...) -> String {
    (["HTTP/1.1 200 OK", "Content-Type: application/json", #"ETag: "other""#] + lines).joined(separator: "\r\n") + "\r\n\r\n"
  }
}
