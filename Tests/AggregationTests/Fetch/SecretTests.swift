import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Testing

/// Values of environment variables are sent to their server and nowhere else.
@Suite struct SecretTests {
  @Test func secretIsSentToItsOrigin() async throws {
    let check = try await FaultCheck(isWarm: false)
    check.polling.server.on(Texts.venues, .ok(Texts.venues(1)))
    #expect(try await check.run().outcome == .fresh)
    #expect(check.requests.map { $0.headers["x-api-key"] } == [Texts.secret])
    #expect(check.polling.server.requests(to: Texts.facilities).map { $0.headers["x-api-key"] } == [nil])
  }

  @Test func missingSecret() throws {
    let registry = try Polling(Texts.registry).registry
    let error = #expect(throws: MissingSecret.self) { try registry.resolvingSecrets(of: ["penn/dining"]) { _ in nil } }
    #expect(error?.variable == "PENN_KEY")
    #expect(try registry.resolvingSecrets(of: ["gmu/whats-open"]) { _ in nil }.feeds.map(\.headers) == registry.feeds.map(\.headers))
  }

  /// A server echoes the request wherever it can.
  @Test(arguments: ["note", "redirect", "refused", "permanent", "etag", "fails", "shape"])
  func echoedSecretsAreReplaced(_ where: String) async throws {
    let recorded = Guarded<[(path: String, bytes: [UInt8])]>([])
    var check = try await FaultCheck(isWarm: false)
    check.polling.record = { feed, reply in
      guard feed.id.description == "penn/dining" else { return }
      recorded.withLock { $0 += Recording.files(of: reply, to: feed) }
    }
    let echo = "https://penn.example/\(Texts.secret)/x"
    let headers = ["ETag": "\"\(Texts.secret)\"", "X-Echo": "<\(Texts.secret)>", "Set-Cookie": "session=\(Texts.secret)"]
    switch `where` {
    case "note": check.polling.server.on(Texts.venues, .status(200, [:], Texts.venues(1), oddities: ["echo \(Texts.secret)"]))
    case "redirect", "permanent": check.polling.server.on(Texts.venues, .status(`where` == "redirect" ? 302 : 301, ["Location": echo]))
    case "refused": check.polling.server.on(Texts.venues, .status(302, ["Location": "ftp://\(Texts.secret)/"]))
    case "fails": check.polling.server.on(Texts.venues, .status(302, ["Location": "/\(Texts.secret)/dead"]))
    case "shape": check.polling.server.on(Texts.venues, .ok(#"{"error":"bad key \#(Texts.secret)"}"#, headers))
    default: check.polling.server.on(Texts.venues, .ok(Texts.venues(1), headers))
    }
    check.polling.server.on(echo, .ok(Texts.venues(1), headers))
    check.polling.server.on("https://penn.example/\(Texts.secret)/dead", .fails("tls.name"))
    // Each run asserts that reports, notes and events do not contain it.
    for _ in 0..<12 {
      _ = try await check.run()
      check.polling.clock.advance(seconds: 86_400)
    }
    #expect(recorded.withLock(\.isEmpty) == ["refused", "fails", "shape"].contains(`where`))
    for file in recorded.withLock({ $0 }) where file.path.hasSuffix(".meta.json") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains(Texts.secret), "\(text)")
    }
    let state = try await check.polling.state(of: check.penn)
    #expect(state?.requests.values.contains { $0.key.contains(Texts.secret) || $0.url.contains(Texts.secret) } == false)
  }

  /// The headers of a 304 replace the stored ones.
  @Test func secretsEchoedIn304AreReplaced() async throws {
    let check = try await FaultCheck(isWarm: true)
    check.polling.server.on(
      Texts.venues, .status(304, ["Cache-Control": "max-age=60, echo=\(Texts.secret)", "Vary": Texts.secret, "Expires": Texts.secret]))
    #expect(try await check.run().outcome == .unchanged)
    let state = try await check.polling.state(of: check.penn)
    let headers = try state?.requests.values.map { try $0.headers.read() } ?? []
    #expect(headers.contains { $0["cache-control"]?.hasPrefix("max-age=60") == true }, "\(headers)")
    #expect(!"\(headers)".contains(Texts.secret), "\(headers)")
  }

  /// Names of parameters that hold secrets.
  @Test func secretsInAddresses() async throws {
    let url = "https://penn.example/venues?api_key=hush&x=1"
    let polling = try Polling(RetryTests.registry(["penn/one"]) { _ in url })
    polling.server.on(url, .status(404))
    let run = try await polling.run([Texts.feed("penn/one")])
    #expect(run.feeds.map(\.reason?.description) == ["http.404"])
    #expect(!"\(polling.events.events)\(run.feeds)".contains("hush"))
    #expect(polling.events.named("fetch.status").map(\.url) == ["https://penn.example/venues?api_key=***&x=1"])
  }
}
