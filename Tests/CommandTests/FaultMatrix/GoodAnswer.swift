import ScriptedServer
import Synchronization

/// Replies of a working server.
enum GoodAnswer {
  static let tag = #""first""#
  static let body = Array(Venues.reply("Hill House", "Falk").utf8)

  /// The same reply each time, with a tag: 304 for clients that have it.
  static let script: [Step] = [
    .receive, .answer { $0.contains("If-None-Match: \(tag)") ? bytes("304 Not Modified", []) : bytes("200 OK", body) }, .restart,
  ]

  /// A different reply each time, so that the result is always fresh.
  static func changing() -> [Step] {
    let count = Count()
    return [.receive, .answer { _ in bytes("200 OK", Array(Venues.reply("Hall \(count.next())").utf8)) }, .restart]
  }

  private static func bytes(_ status: String, _ body: [UInt8]) -> [UInt8] {
    let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    return Array("HTTP/1.1 \(status)\r\nETag: \(tag)\r\n\(length)\r\n".utf8) + body
  }

  private final class Count: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
