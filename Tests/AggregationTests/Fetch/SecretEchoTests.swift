import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Testing

/// A server echoes a secret with special characters in various encodings.
@Suite struct SecretEchoTests {
  static let secret = "S3cr3t/Tok+en Wörd=9"
  /// The bytes of the secret, one character each, as a client passes them on.
  static let latin = String(String.UnicodeScalarView(secret.utf8.map { Unicode.Scalar($0) }))
  static let encoded = "S3cr3t%2FTok%2Ben%20W%C3%B6rd%3D9"
  /// Texts that no output may contain, in upper or lower case.
  static let forms = [secret, latin, encoded, "Tok%2Ben", "Wörd", "W\u{C3}\u{B6}rd", "s3cr3t", "UzNjcjN0L1RvaytlbiBXw7ZyZD05"].map {
    $0.lowercased()
  }

  private let polling: Polling
  private let penn: FeedID
  private let recorded = Guarded<[(path: String, bytes: [UInt8])]>([])

  init() throws {
    var polling = try Polling(Texts.registry)
    polling.registry = try polling.registry.resolvingSecrets(of: ["penn/dining"]) { _ in Self.secret }
    let recorded = recorded
    polling.record = { feed, reply in recorded.withLock { $0 += Recording.files(of: reply, to: feed) } }
    self.polling = polling
    penn = try Texts.feed("penn/dining")
  }

  /// One run; no event, stored value or recording contains a form of the secret.
  private func report() async throws -> FeedReport {
    let run = try await polling.run([penn])
    let state = try await polling.state(of: penn)
    let hosts = try await polling.store.hosts()
    let entries = (try? await polling.store.entries(of: penn)) ?? []
    var texts = ["\(run.feeds)", "\(String(describing: state))", "\(hosts)", String(decoding: entries, as: UTF8.self)]
    texts += polling.events.events.map { "\($0)" }
    texts += recorded.withLock { $0 }.map { $0.path + String(decoding: $0.bytes, as: UTF8.self) }
    texts.append(String(decoding: CatalogWriter.bytes(of: try run.catalog), as: UTF8.self))
    for text in texts.map({ $0.lowercased() }) {
      for form in Self.forms { #expect(!text.contains(form), "\(form) in \(text)") }
    }
    return try #require(run.feeds.first)
  }

  @Test(arguments: [302, 301], ["/fin?x=\(encoded)", "/S3cr3t/Tok+en%20W%c3%b6rd=9", "/UzNjcjN0L1RvaytlbiBXw7ZyZD05"])
  func addresses(_ status: Int, _ path: String) async throws {
    polling.server.on(Texts.venues, .status(status, ["Location": path]))
    polling.server.on("https://penn.example\(path)", .ok(Texts.venues(2)))
    #expect(try await report().outcome == .fresh)
    #expect(polling.server.requests.map(\.url).last?.hasSuffix(path) == true, "the redirect of the server is followed")
  }

  @Test(arguments: ["ETag", "Last-Modified", "X-Echo", "Content-Type", "Content-Language", "X-\(encoded)", "X-S3cr3t/Tok+en Wörd=9"])
  func headers(_ name: String) async throws {
    let value = name.hasPrefix("X-S") ? "1" : "\"\(Self.latin)\""
    polling.server.on(Texts.venues, .ok(Texts.venues(2), [name: value]))
    #expect(try await report().outcome == .fresh)
    polling.clock.advance(seconds: 7200)
    polling.server.on(Texts.venues, .status(200, [name: value], "<html>"))
    #expect(try await report().reason == .typeUnexpected)
  }

  @Test func secretInBody() async throws {
    let name = Self.secret
    polling.server.on(Texts.venues, .ok(Texts.venues(2, name: name), ["ETag": "\"1\""]))
    let report = try await report()
    #expect(report.outcome == .fresh)
    #expect(report.notes.contains { $0.code == .secretEchoed && $0.detail.contains("2 times") }, "\(report.notes)")
    #expect(polling.events.named("secret.echoed").map(\.level) == [.warn])
    #expect(try await polling.run([penn]).catalog.entries.compactMap(\.name) == ["*** 1", "*** 2"])
    // The replay is clean too, and the next reply is compared with the stored one.
    polling.clock.advance(seconds: 7200)
    #expect(try await self.report().outcome == .unchanged)
  }

  @Test func secretInUnreadableBody() async throws {
    polling.server.on(Texts.venues, .ok(#"{"error":"no \#(Self.secret)"}"#))
    #expect(try await report().reason == .wrongShape)
  }
}

/// A host whose name contains a secret is neither requested nor stored.
@Suite struct SecretHostTests {
  @Test(arguments: ["http://\(Texts.secret).invalid/", "https://a.S3CR3T-of-the-TEST.example/x", "//\(Texts.secret):8443/"])
  func redirectToSecretHostIsRefused(_ location: String) async throws {
    let check = try await FaultCheck(isWarm: true)
    try await check.expectStale("policy.secret", requests: 1, [.status(302, ["Location": location])])
    #expect(check.polling.events.named("policy.block").map(\.reason?.description) == ["policy.secret"])
    #expect(try await check.polling.store.hosts().allSatisfy { !$0.origin.lowercased().contains(Texts.secret) })
  }
}
