import ScriptedServer
import TestKit

/// Group B: damaged codings, and bodies that are too large.
extension Fault {
  static func codings(_ random: inout SeededGenerator) -> [Fault] {
    let json = body(&random)
    let gzip = Gzip.stream(json)
    var wrong = gzip
    wrong[gzip.count - random.number(1...8)] ^= 1 << UInt8(random.number(0...7))
    let prefix = Array(Gzip.stream(json + Array(repeating: 32, count: 100_000)).dropLast(12))
    let more = (0..<random.number(1...20)).map { _ in UInt8(random.number(0...255)) }
    return [
      Fault(
        "B5 cut, with a length that fits", "body.encoding", requests: 3,
        coded("gzip", Array(gzip.prefix(random.number(1...gzip.count - 1))))),
      Fault("B5 cut behind whole JSON", "body.encoding", requests: 3, coded("gzip", prefix)),
      Fault("B5 a wrong check sum", "body.encoding", requests: 3, coded("gzip", wrong)),
      Fault("B6 a plain body", "body.encoding", requests: 1, coded("gzip", json)),
      Fault("B6 an unknown coding", "body.encoding", requests: 1, coded(random.pick(["compress", "exi", "unknown"]), json)),
      Fault("B6 six codings", "body.encoding", requests: 1, coded("gzip, gzip, gzip, gzip, gzip, gzip", gzip)),
      Fault("B6 more behind the end", "body.encoding", requests: 1, coded("gzip", gzip + more)),
    ]
  }

  static func sizes(_ random: inout SeededGenerator) -> [Fault] {
    [
      Fault(
        "B7 a small body that grows", "body.too_large", requests: 1,
        coded("gzip", Gzip.stream([UInt8](repeating: 0x61, count: random.number(2...50) << 20)))),
      Fault(
        "B7 a coding without end", "body.too_large", requests: 1, .send(head("Content-Encoding: gzip")),
        .sendForever(Gzip.stream([UInt8](repeating: 0x20, count: random.number(100...10_000))))),
      Fault(
        "B8 a body without end", "body.too_large", requests: 1, .send(head()),
        .sendForever([UInt8](repeating: 0x20, count: random.number(1...10_000)))),
      Fault(
        "B8 a length of 10^12", "body.too_large", requests: 1, .send(head("Content-Length: \(1_000_000_000_000 + random.number(0...999))")),
        .listen),
    ]
  }

  private static func coded(_ coding: String, _ body: [UInt8]) -> Step {
    .respond("200 OK", ["Content-Type: application/json", "Content-Encoding: \(coding)", #"ETag: "other""#], body: body)
  }
}
