import CampusCatalog
import NIOCore
import NIOEmbedded
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

/// One connection to a site, without a network.
private struct Connection {
  private let channel = EmbeddedChannel()

  init(_ site: CatalogSite) throws {
    try SiteChannel.addHandlers(to: channel, site, ConnectionLimits())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// Sends some bytes at once, and returns what is answered.
  func send(_ bytes: some Sequence<UInt8>) -> String {
    // What cannot be parsed is answered, too.
    _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    var answer = ""
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { answer += String(decoding: part.readableBytesView, as: UTF8.self) }
    return answer
  }

  /// Sends these chunks, and returns everything that is answered.
  func send(chunks: [[UInt8]]) -> String { chunks.map { send($0) }.joined() }
}

private let catalogRequest = "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n"

/// A site whose catalog and list of places have been asked for, so that they are answered at once.
private func readySite(_ name: String = "Café") async throws -> TestSite {
  let site = try await TestSite([place("a/x/1", name, hours: daily([service("07:00", "18:00")]))])
  for path in ["/api/v1/catalog", "/api/v1/entries"] { #expect(await site.request(path).status == 200) }
  return site
}

@Suite struct ConnectionTests {
  /// Requests as clients and attackers write them, most of which may be repeated on the same connection.
  private static let pieces = [
    catalogRequest, catalogRequest, "GET /api/v1/entries HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nIf-None-Match: *\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\n\r\n",
    "HEAD /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n", "DELETE /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\nHost: localhost\n\n", "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nX: y\n\r\n",
    "GET /api/v1/entries?near=39.95,-75.2&open=now HTTP/1.1\r\nHost: localhost\r\n\r\n", "\r\n", "\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "GET /api/v1/catalog HTTP/1.0\r\nHost: localhost\r\n\r\n", "nonsense\r\n\r\n",
  ]

  @Test("The same bytes are answered in the same way, in whatever parts they come", arguments: 0..<40 as Range<UInt64>)
  func partsDoNotMatter(seed: UInt64) async throws {
    let site = try await readySite().site
    var random = SeededGenerator(seed: seed)
    var answered = 0
    for _ in 0..<25 {
      // Those that end a connection come rarely, so that most have many requests.
      let texts = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Self.pieces[Int.random(in: 0..<(Int.random(in: 0..<6, using: &random) == 0 ? Self.pieces.count : 10), using: &random)]
      }
      // A byte at a time, no request is recognized.
      let expected = try Connection(site).send(chunks: texts.flatMap { $0.utf8 }.map { [$0] })
      answered += expected.matches(of: /HTTP\/1\.1 [0-9]/).count
      #expect(try Connection(site).send(chunks: texts.map { Array($0.utf8) }) == expected, "\(texts)")
      var rest = texts.joined().utf8[...]
      var chunks: [[UInt8]] = []
      while !rest.isEmpty {
        let text = texts.randomElement(using: &random) ?? ""
        let count = Bool.random(using: &random) ? text.utf8.count : Int.random(in: 1...200, using: &random)
        chunks.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(try Connection(site).send(chunks: chunks) == expected, "\(chunks.map { String(decoding: $0, as: UTF8.self) })")
      #expect(try Connection(site).send(texts.joined().utf8) == expected, "\(texts)")
    }
    #expect(answered > 50)
  }

  @Test func repeatedRequestIsRecognized() async throws {
    let site = try await readySite().site
    let bytes = ByteBuffer(string: catalogRequest)
    #expect(site.recent.response(to: bytes, at: site.moment) == nil)
    let first = try Connection(site).send(catalogRequest.utf8)
    #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(site.recent.response(to: bytes, at: site.moment)?.status == 200)
    #expect(try Connection(site).send(catalogRequest.utf8) == first)
    // Both were counted, and those of before.
    #expect(site.metrics.text(nil, at: try parsed("2026-11-21T12:00:00Z") { Instant($0) }).contains("requests_total{status=\"2xx\"} 4\n"))
  }

  @Test("An answer about a position is repeated for the rest of the second, and not after the places have changed")
  func nearestPlacesAreRepeated() async throws {
    let location = Location(coordinate: Coordinate(latitude: 39.95, longitude: -75.2))
    let site = try await TestSite([place("a/x/1", "Café", location: location, hours: daily([service("07:00", "12:01")]))])
    let request = "GET /api/v1/entries?near=39.95,-75.2&open=now HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let connection = try Connection(site.site)
    let first = connection.send(request.utf8)
    #expect(first.contains("\"total\":1,"))
    #expect(site.site.recent.response(to: ByteBuffer(string: request), at: site.site.moment)?.status == 200)
    #expect(connection.send(request.utf8) == first)
    try site.setClock("2026-11-21T12:01:00-05:00")
    // The places of the new minute are made by whoever asks first.
    #expect(await site.request("/api/v1/entries?near=39.95,-75.2").status == 200)
    #expect(connection.send(request.utf8).contains("\"total\":0,"))
  }

  @Test func nextSecondHasItsOwnDate() async throws {
    let site = try await readySite()
    let connection = try Connection(site.site)
    for second in ["00", "01", "59"] {
      try site.setClock("2026-11-21T12:00:\(second)-05:00")
      for _ in 0..<2 {
        let answer = connection.send(catalogRequest.utf8)
        #expect(answer.contains("\r\ndate: Sat, 21 Nov 2026 17:00:\(second) GMT\r\n\r\n{"))
        #expect(answer.contains("\r\nx-content-type-options: nosniff\r\n"))
      }
    }
  }

  @Test func replacedCatalogIsNotRepeated() async throws {
    let site = try await readySite("First")
    let connection = try Connection(site.site)
    for _ in 0..<2 { #expect(connection.send(catalogRequest.utf8).contains("\"First\"")) }
    try await site.show([place("a/x/1", "Second", hours: daily([service("07:00", "18:00")]))])
    #expect(await site.request("/api/v1/catalog").status == 200)
    for _ in 0..<2 { #expect(connection.send(catalogRequest.utf8).contains("\"Second\"")) }
  }
}
