import Basics
import CampusCatalog
import Foundation
import Glibc
import SimdJSON

/// The replies of servers as lines of JSON, for programs that read them independently.
///
/// A reply is written when a server first sends it, with its time and its body: `{"feed":"campus-1/dining","at":1763744400,"body":"…"}`. A line
/// without a body says when it was last sent, `{"feed":"campus-1/dining","last":1763787600}`, and one with `missed` that a request failed.
final class ReplyLog: Sendable {
  private let file: FileHandle
  private let last = Guarded<[String: (version: Int, at: Int)]>([:])

  /// - Parameter path: a file, which is replaced, or a pipe.
  init(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw YearOfPolls.Usage() }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func reply(_ feed: String, _ version: Int, at second: Int, _ body: () -> String) {
    let former = last.withLock { last in
      defer { last[feed] = (version, second) }
      return last[feed]
    }
    if former?.version == version { return }
    if let former { write(feed, "last", former.at) }
    write(feed, "at", second, body())
  }

  func miss(_ feed: String, at second: Int) { write(feed, "missed", second) }

  /// Writes when the last replies were last sent.
  func end() {
    for (feed, reply) in last.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { write(feed, "last", reply.at) }
  }

  private func write(_ feed: String, _ key: StaticString, _ second: Int, _ body: String? = nil) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("feed", feed)
    writer.member(key, second)
    writer.member("body", body)
    writer.endObject()
    writer.literal("\n")
    file.write(Data(writer.bytes))
  }
}
