import Aggregation
import CampusCatalog
import FeedKit
import Testing

/// A content hash in the store is not computed again.
@Suite struct KnownHashTests {
  private static let known = "sha256:" + String(repeating: "5", count: 64)

  private func written(_ run: Aggregator.Run) async throws -> (hash: String, end: Substring) {
    var bytes: [UInt8] = []
    var parts = run.parts
    parts.contentHash = await run.knownContentHash()
    let hash = try CatalogWriter.write(parts) { bytes.append(contentsOf: $0) }
    return (hash, String(decoding: bytes, as: UTF8.self).suffix(Self.known.count + 4))
  }

  @Test func storedHashIsWritten() async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(Texts.venues, .status(304))
    let computed = try await written(try await check.runAll())
    #expect(computed.hash != Self.known && computed.end == "\"\(computed.hash)\"}\n")
    check.polling.store.answerContentHash(.success(Self.known))
    let run = try await check.runAll()
    #expect(await run.knownContentHash() == Self.known)
    let known = try await written(run)
    #expect(known.hash == Self.known && known.end == "\"\(Self.known)\"}\n")
  }

  @Test func unreadableHashIsComputed() async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(Texts.venues, .status(304))
    let computed = try await written(try await check.runAll())
    check.polling.store.answerContentHash(.failure(StoreError(.storeIO, "as the test wants it")))
    let run = try await check.runAll()
    #expect(run.storeErrors == [])
    #expect(try await written(run) == computed)
  }
}
