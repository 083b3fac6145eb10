import CampusCatalog
import FeedKit
import Fetching
import Glibc
import ScriptedServer
import TestKit

/// Performs a task that must take little memory, in its own process, because the memory of other tests would hide it.
///
///     MemoryProbe limit|beyond|endless receives a body: prints the growth of memory in KiB, the size of the body and its capacity
///     MemoryProbe lines writes the lines of many entries with little memory; crashes if the memory is not enough
@main
enum MemoryProbe {
  static func main() async throws {
    var limits = HTTPLimits()
    limits.ratio = .max
    switch CommandLine.arguments.dropFirst().first {
    case "limit": try await receive([.receive, spaces(128), .listen], limits)
    case "beyond": try await receive([.receive, spaces(200), .listen], limits)
    case "endless":
      let plain = [UInt8](repeating: 0x20, count: 64 << 10)
      try await receive([.receive, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(plain)], HTTPLimits())
    case "lines": try writeLines()
    default: exit(64)
    }
  }

  /// A reply with this many gzip members, each of which decodes to one MiB.
  private static func spaces(_ members: Int) -> Step {
    let member = Gzip.stream([UInt8](repeating: 0x20, count: 1 << 20))
    return .respond("200 OK", ["Content-Encoding: gzip"], body: Array(repeatElement(member, count: members).joined()))
  }

  private static func receive(_ script: [Step], _ limits: HTTPLimits) async throws {
    let server = try ScriptedServer(script)
    let client = CurlClient()
    let request = HTTPRequest(
      to: try client.target(server.url(), relativeTo: nil), headers: [], limits: limits, allowsPrivateAddresses: true)
    let before = ProcessMemory.kibibytes("VmRSS") ?? 0
    var body: [UInt8] = []
    do throws(TransportFailure) { body = try await client.perform(request).body } catch {}
    let growth = (ProcessMemory.kibibytes("VmHWM") ?? 0) - before
    guard stride(from: 0, to: body.count, by: 1021).allSatisfy({ body[$0] == 0x20 }) else { exit(1) }
    print(growth, body.count, body.capacity)
    await client.shutdown()
    server.stop()
  }

  /// 300,000 lines of less than 100 bytes each, with a limit of 160 MB.
  private static func writeLines() throws {
    let id = try parsed("a/b/c") { EntryID($0) }
    guard let feed = id.feed else { exit(1) }
    let entry = Entry(
      id: id, campus: feed.campus, name: nil, sources: [SourceReference(feed: feed, record: "c")],
      details: .quote(Quote(text: "a", author: nil)))
    let entries = Array(repeating: entry, count: 300_000)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    limit.rlim_cur = rlim_t((ProcessMemory.kibibytes("VmSize") ?? 0) << 10 + 160 << 20)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    let lines = EntryLines(entries)
    exit(lines.count == 300_000 && lines.bytes.count < 100 * 300_000 ? 0 : 1)
  }
}
