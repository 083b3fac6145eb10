import ScriptedServer
import TestKit

/// Row C9 and group F: complete replies that are not what the feed should send.
extension Fault {
  static func contents(_ random: inout SeededGenerator) -> [Fault] {
    let good = String(decoding: body(&random), as: UTF8.self)
    let syntax = ["[1,]", "{'a':1}", "[NaN]", "[1 2]", "[01]", good + "]", String(good.dropLast(random.number(1...100))) + "}"]
    let deep = random.number(65...100_000)
    let number = random.pick(["1e400", "-1e400", "18446744073709551616", "1" + String(repeating: "0", count: 30)])
    // In a string: elsewhere, no byte above 127 is expected, whether it is valid UTF-8 or not.
    let text = good.firstRange(of: "Main")?.lowerBound ?? good.endIndex
    let place = good.utf8.distance(from: good.startIndex, to: text) + random.number(0...4)
    let wrong = random.pick([[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80]] as [[UInt8]])
    let key = random.pick(["name", #"n\u0061me"#])
    let bad = (0..<random.number(1...50)).map { "{\"id\":\($0)}" }.joined(separator: ",")
    return [
      content("C9 no JSON", "json.syntax", random.pick(syntax)),
      content("C9 another shape", "schema.shape", random.pick(["{\"error\":\"maintenance\"}", "17", "\"no\"", "true"])),
      content("F2 deep", "limit.depth", String(repeating: "[", count: deep) + String(repeating: "]", count: deep)),
      content("F3 a key twice", "json.duplicate_key", #"[{"name":"a","\#(key)":"b","id":1,"days":[]}]"#),
      content("F4 a number that is too large", "json.number", #"[{"name":"a","id":\#(number),"days":[]}]"#),
      content("F5 invalid UTF-8", "json.encoding", Array(good.utf8.prefix(place)) + wrong + Array(good.utf8.dropFirst(place))),
      content("F6 half of the records are wrong", "schema.drift", "[\(bad),\(bad),\(bad)]"),
      content("F7 no records", "guard.empty", random.pick(["[]", "[ ]", "{}", "null", "", " ", "\n"])),
    ]
  }

  private static func content(_ name: String, _ reason: String, _ text: String) -> Fault { content(name, reason, Array(text.utf8)) }

  private static func content(_ name: String, _ reason: String, _ bytes: [UInt8]) -> Fault {
    Fault(name, reason, requests: 1, .respond("200 OK", ["Content-Type: application/json", #"ETag: "other""#], body: bytes), .restart)
  }
}
