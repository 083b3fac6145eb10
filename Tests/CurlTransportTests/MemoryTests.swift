import Fetching
import FeedKit
import ScriptedServer
import TestKit
import Testing

/// A body takes the memory that its limit allows, and not twice as much. Each case is a process of its own: what others have used
/// would hide it.
@Suite(.disabled(if: Sanitizer.isOn, "a sanitizer keeps memory that was freed")) struct MemoryTests {
  /// Memory in addition to the body, in KiB.
  private static let allowance = 16 << 10

  /// How much the memory in use grows while a response arrives, in KiB.
  private static func growth(_ script: [Step], limits: HTTPLimits) async throws -> (growth: Int, Result<HTTPResponse, TransportFailure>) {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    let request = try request(server.url(), limits: limits)
    let client = CurlClient()
    let before = try #require(ProcessMemory.kibibytes("VmRSS"))
    let result: Result<HTTPResponse, TransportFailure>
    do throws(TransportFailure) { result = .success(try await client.perform(request)) } catch { result = .failure(error) }
    let most = try #require(ProcessMemory.kibibytes("VmHWM"))
    await client.shutdown()
    return (most - before, result)
  }

  /// Gzip members of one MiB each.
  private static func zeros(_ members: Int) -> Step {
    let member = Samples.gzip([UInt8](repeating: 0x20, count: 1 << 20))
    return .respond("200 OK", ["Content-Encoding: gzip"], body: Array(repeatElement(member, count: members).joined()))
  }

  private static var limits: HTTPLimits {
    var limits = HTTPLimits()
    limits.ratio = .max
    return limits
  }

  @Test func bodyThatDecodesToLimit() async {
    await #expect(processExitsWith: .success) {
      let (growth, result) = try await Self.growth([.receive, Self.zeros(128), .listen], limits: Self.limits)
      let body = try result.get().body
      #expect(body.count == 128 << 20)
      #expect(body.capacity >= body.count + 64 && body.capacity < body.count + (1 << 20))
      #expect(stride(from: 0, to: body.count, by: 1021).allSatisfy { body[$0] == 0x20 })
      #expect(growth > 120 << 10 && growth <= (128 << 10) + Self.allowance, "\(growth) KiB")
    }
  }

  @Test func bodyThatDecodesBeyondLimit() async {
    await #expect(processExitsWith: .success) {
      let (growth, result) = try await Self.growth([.receive, Self.zeros(200), .listen], limits: Self.limits)
      #expect(throws: TransportFailure.self) { try result.get() }
      #expect(growth <= (128 << 10) + Self.allowance, "\(growth) KiB")
    }
  }

  /// Slightly more than 5 MiB, so that no doubling matches it, in bytes that differ from their neighbours.
  @Test func bodyOfOddLengthIsComplete() async {
    await #expect(processExitsWith: .success) {
      let plain = (0..<(5 << 20) + 12345).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
      let parts = stride(from: 0, to: plain.count, by: 1 << 20).map { Samples.gzip(Array(plain[$0..<min(plain.count, $0 + 1 << 20)])) }
      let step = Step.respond("200 OK", ["Content-Encoding: gzip"], body: Array(parts.joined()))
      let (_, result) = try await Self.growth([.receive, step, .listen], limits: Self.limits)
      #expect(try result.get().body == plain)
    }
  }

  @Test func endlessPlainBody() async {
    await #expect(processExitsWith: .success) {
      let spaces = [UInt8](repeating: 0x20, count: 64 << 10)
      let (growth, result) = try await Self.growth(
        [.receive, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(spaces)], limits: HTTPLimits())
      #expect(throws: TransportFailure.self) { try result.get() }
      #expect(growth > 30 << 10 && growth <= (32 << 10) + Self.allowance, "\(growth) KiB")
    }
  }
}
