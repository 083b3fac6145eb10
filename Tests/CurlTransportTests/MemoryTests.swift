import FeedKit
import Fetching
import ScriptedServer
import TestKit
import Testing

/// A body takes the memory that its limit allows, and not twice as much.
@Suite struct MemoryTests {
  /// Memory in addition to the body, in KiB.
  private static let allowance = 16 << 10

  @Test(
    .disabled(if: Sanitizer.isOn, "a sanitizer keeps memory that was freed"),
    arguments: [("limit", 128, true), ("beyond", 128, false), ("endless", 32, false)])
  func bodyTakesItsSize(_ name: String, mebibytes: Int, isWhole: Bool) async throws {
    let result = try await Command.run([Command.helper("MemoryProbe"), name])
    let numbers = result.out.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(result.status == 0 && numbers.count == 3, "\(result.out)\(result.error)")
    let (growth, count, capacity) = (numbers[0], numbers[1], numbers[2])
    #expect(growth <= mebibytes << 10 + Self.allowance, "\(growth) KiB")
    #expect(count == (isWhole ? mebibytes << 20 : 0))
    if isWhole { #expect(growth > 120 << 10 && (count + 64..<count + 1 << 20).contains(capacity), "\(capacity)") }
  }

  /// Slightly more than 5 MiB, so so that no doubling matches it, in bytes that differ from their neighbors.
  @Test func bodyOfOddLengthIsComplete() async throws {
    let plain = (0..<(5 << 20) + 12345).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
    let parts = stride(from: 0, to: plain.count, by: 1 << 20).map { Samples.gzip(Array(plain[$0..<min(plain.count, $0 + 1 << 20)])) }
    var limits = HTTPLimits()
    limits.ratio = .max
    let step = Step.respond("200 OK", ["Content-Encoding: gzip"], body: Array(parts.joined()))
    #expect(try await exchange([.receive, step, .listen], limits: limits).body == plain)
  }
}
