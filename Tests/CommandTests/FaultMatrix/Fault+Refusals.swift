import ScriptedServer
import TestKit

/// Groups C and D: refused requests, servers that ask to wait, and redirects.
extension Fault {
  static func refusals(_ random: inout SeededGenerator) -> [Fault] {
    let page = Array("<!doctype html><title>Log in</title>".utf8)
    let statuses = [(401, "auth"), (403, "auth"), (404, "http.404"), (410, "gone"), (418, "http.418")].map { status, reason in
      Fault(
        "\(status < 404 ? "C16" : "C17") \(status)", reason, requests: 1,
        .respond("\(status) No", ["Content-Type: text/html", #"ETag: "other""#], body: random.pick([[], page])), .restart)
    }
    let waits = [
      "Retry-After: \(random.number(3600...86_400))", "Retry-After: 100000000000000000000", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT",
    ]
    let holds = [429, 503].flatMap { status in waits.map { limited(status, $0, holds: true) } }
    let others = ["Retry-After: soon", "Retry-After: -5", "Retry-After: 1.5", "X-A: b"]
    // After 429 without a time, the server gets no requests for a minute, which the next run may or may not reach.
    return statuses + holds + [429, 503].flatMap { status in others.map { limited(status, $0, holds: status == 429 ? nil : false) } }
  }

  private static func limited(_ status: Int, _ line: String, holds: Bool?) -> Fault {
    var fault = Fault("C18 \(status) \(line)", "ratelimited", requests: 1, .respond("\(status) Later", [line]), .restart)
    fault.holds = holds
    return fault
  }

  static func redirects(_ random: inout SeededGenerator, over wire: Wire) -> [Fault] {
    let status = "\(random.pick([301, 302, 303, 307, 308])) Moved"
    let schemes = [
      "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "dict://127.0.0.1/x", "data:,x", "javascript:alert(1)",
    ]
    let invalid = [
      ("empty", ["Location: "]), ("missing", []), ("a name and a password", ["Location: \(wire.scheme)://user:word@127.0.0.1/x"]),
      ("64 KB", ["Location: /" + String(repeating: "a", count: random.number(60_000...65_000))]),
      ("two", ["Location: /a", "Location: /b"]),
    ]
    let downgrade = Fault("D5 to http", "policy.downgrade", requests: 1, .respond(status, ["Location: http://127.0.0.1:1/x"]), .restart)
    return [Fault("D2 a loop", "policy.redirects", requests: 6, .respond(status, ["Location: /venues.json"]), .restart)]
      + invalid.map { Fault("D3 \($0)", "http.redirect_invalid", requests: 1, .respond(status, $1), .restart) }
      + schemes.map { Fault("D4 \($0)", "policy.scheme", requests: 1, .respond(status, ["Location: \($0)"]), .restart) }
      + (wire == .tls ? [downgrade] : [])
  }
}
