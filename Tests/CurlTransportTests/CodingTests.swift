import CCodings
import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import TestKit
import Testing

@Suite struct CodingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let coding: String
    let body: [UInt8]
    /// The stream was damaged in transit.
    var isDamage = false
    var testDescription: String { name }
  }

  private func fetch(_ coding: String, _ body: [UInt8], limits: HTTPLimits = HTTPLimits()) async throws -> HTTPResponse {
    try await exchange([.receive, .respond("200 OK", ["Content-Encoding: \(coding)"], body: body), .listen], limits: limits)
  }

  static let whole = [
    Case(name: "gzip", coding: "gzip", body: Samples.gzip(Samples.json)),
    Case(name: "x-gzip", coding: "X-GZip", body: Samples.gzip(Samples.json)),
    Case(name: "two members", coding: "gzip", body: Samples.gzip(Array(Samples.json[..<20])) + Samples.gzip(Array(Samples.json[20...]))),
    Case(name: "zlib", coding: "deflate", body: Samples.deflate(Samples.json, window: MAX_WBITS)),
    Case(name: "raw deflate", coding: "deflate", body: Samples.deflate(Samples.json, window: -MAX_WBITS)),
    Case(name: "brotli", coding: "br", body: Samples.brotli),
    Case(name: "zstd", coding: "zstd", body: Samples.zstd(Samples.json)),
    Case(name: "three", coding: "br, identity, gzip ,zstd", body: Samples.zstd(Samples.gzip(Samples.brotli))),
    Case(name: "identity", coding: "identity", body: Samples.json),
  ]

  @Test(arguments: whole) func wholeStreamIsDecoded(_ this: Case) async throws {
    let response = try await fetch(this.coding, this.body)
    #expect(response.body == Samples.json)
    #expect(response.wireBytes == this.body.count)
    #expect(response.body.capacity >= response.body.count + 64)
  }

  /// Complete JSON at the beginning of a truncated stream.
  static let prefix: [UInt8] = {
    let block = Samples.gzip(Samples.json + Array(repeating: 32, count: 100_000))
    return Array(block.dropLast(12))
  }()

  static let damaged: [Case] = {
    let gzip = Samples.gzip(Samples.json)
    var wrong = gzip
    wrong[gzip.count - 6] ^= 1
    var bent = Samples.zstd(Samples.json)
    bent[8] ^= 0xff
    return [
      Case(name: "cut with matching length", coding: "gzip", body: Array(gzip.dropLast(20)), isDamage: true),
      Case(name: "cut behind whole JSON", coding: "gzip", body: prefix, isDamage: true),
      Case(name: "wrong CRC", coding: "gzip", body: wrong, isDamage: true),
      Case(name: "header on a plain body", coding: "gzip", body: Samples.json),
      Case(name: "br header on a plain body", coding: "br", body: Samples.json),
      Case(name: "zstd header on a plain body", coding: "zstd", body: Samples.json),
      Case(name: "deflate header on a plain body", coding: "deflate", body: Samples.json),
      Case(name: "unknown", coding: "compress", body: Samples.json),
      Case(name: "six", coding: "gzip, gzip, gzip, gzip, gzip, gzip", body: gzip),
      Case(name: "junk behind gzip", coding: "gzip", body: gzip + [1, 2, 3]),
      Case(name: "zeros behind gzip", coding: "gzip", body: gzip + [0, 0, 0, 0]),
      Case(name: "junk behind deflate", coding: "deflate", body: Samples.deflate(Samples.json, window: MAX_WBITS) + [1]),
      Case(name: "junk behind brotli", coding: "br", body: Samples.brotli + [1]),
      Case(name: "junk behind zstd", coding: "zstd", body: Samples.zstd(Samples.json) + [1]),
      Case(name: "second member cut", coding: "gzip", body: gzip + gzip.dropLast(9), isDamage: true),
      Case(name: "zstd bent in its middle", coding: "zstd", body: bent, isDamage: true),
      Case(name: "zstd shorter than declared", coding: "zstd", body: Samples.zstdOfMissingBytes, isDamage: true),
      Case(name: "nothing", coding: "gzip", body: [], isDamage: true),
    ]
  }()

  @Test(arguments: damaged) func damagedStreamIsRefused(_ this: Case) async throws {
    let failure = await #expect(throws: TransportFailure.self) { try await fetch(this.coding, this.body) }
    #expect(failure?.reason == .bodyEncoding, "\(String(describing: failure))")
    #expect(failure?.isDamage == this.isDamage, "\(String(describing: failure))")
  }

  @Test(arguments: damaged) func damagedStreamInSingleBytesIsRefused(_ this: Case) async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(this.coding)\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunks = this.body.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) }
    let script: [Step] = [.receive, .send(Array(head.utf8) + chunks + Array("0\r\n\r\n".utf8)), .listen]
    let failure = await #expect(throws: TransportFailure.self) { try await exchange(script) }
    #expect(failure?.reason == .bodyEncoding, "\(String(describing: failure))")
    #expect(failure?.isDamage == this.isDamage, "\(String(describing: failure))")
  }

  /// The end of the header looks like a frame without content.
  @Test func headerLikeAFrameIsDecodedWhereverItIsDivided() async throws {
    let body = Samples.zstdWithFrameInHeader
    for count in 1..<body.count {
      let pieces = [body[..<count], body[count...]].flatMap { Array("\(String($0.count, radix: 16))\r\n".utf8) + $0 + Array("\r\n".utf8) }
      let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      let response = try await exchange([.receive, .send(head + pieces + Array("0\r\n\r\n".utf8)), .listen])
      #expect(response.body == Array(repeating: UInt8(ascii: "x"), count: 6477), "divided at \(count)")
    }
  }

  @Test(arguments: [
    Case(name: "gzip", coding: "gzip", body: Samples.gzip(Samples.json)), Case(name: "br", coding: "br", body: Samples.brotli),
    Case(name: "zstd", coding: "zstd", body: Samples.zstd(Samples.json)),
    Case(name: "deflate", coding: "deflate", body: Samples.deflate(Samples.json, window: MAX_WBITS)),
  ]) func everyTruncationIsDetected(_ this: Case) async throws {
    let client = CurlClient()
    let server = try ScriptedServer([
      .receive,
      .answer { head in
        let count = Int(head.split(separator: " ")[1].dropFirst()) ?? 0
        let lines = "HTTP/1.1 200 OK\r\nContent-Encoding: \(this.coding)\r\nContent-Length: \(count)\r\n\r\n"
        return Array(lines.utf8) + this.body[..<count]
      }, .restart,
    ])
    defer { server.stop() }
    for count in 0..<this.body.count {
      let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url("/\(count)"))) }
      #expect(failure?.reason == .bodyEncoding, "\(count)")
      #expect(failure?.isDamage == true, "\(count)")
    }
    #expect(try await client.perform(request(server.url("/\(this.body.count)"))).body == Samples.json)
    await client.shutdown()
  }

  @Test(arguments: Budget.seeds(5)) func anySplitDecodesEqually(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let plain = (0..<Int.random(in: 1...2000, using: &random)).map { _ in UInt8.random(in: 0...15, using: &random) }
    let body = Samples.gzip(plain)
    var script: [Step] = [.receive, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")]
    var place = 0
    while place < body.count {
      let count = min(body.count - place, Int.random(in: 1...2000, using: &random))
      script.append(.send(Array((String(count, radix: 16) + "\r\n").utf8) + body[place..<(place + count)] + Array("\r\n".utf8)))
      place += count
    }
    script += [.send("0\r\n\r\n"), .listen]
    let response = try await exchange(script)
    #expect(response.body == plain, "seed \(seed)")
    #expect(response.wireBytes == body.count)
  }

  // MARK: Limits

  static let bomb = Samples.gzip([UInt8](repeating: 0x61, count: 50 << 20))

  @Test func smallBodyThatExpands() async throws {
    let failure = await #expect(throws: TransportFailure.self) { try await fetch("gzip", Self.bomb, limits: HTTPLimits()) }
    #expect(failure?.reason == .bodyTooLarge)
    #expect(failure?.fields.map(\.name) == ["decoded", "ratio"])
    guard case .number(let ratio) = failure?.fields.last?.value else { return #expect(Bool(false), "no ratio") }
    #expect(ratio >= 200)
    var limits = HTTPLimits()
    limits.ratioAfter = 10_000
    let brotli = await #expect(throws: TransportFailure.self) { try await fetch("br", Samples.brotliBomb, limits: limits) }
    #expect(brotli?.reason == .bodyTooLarge)
    // The stage in between is the one that grows.
    limits = HTTPLimits()
    limits.ratio = .max
    limits.decodedBytes = 1 << 20
    let twice = await #expect(throws: TransportFailure.self) { try await fetch("gzip, gzip", Samples.gzip(Self.bomb), limits: limits) }
    #expect(twice?.reason == .bodyTooLarge)
  }

  @Test func endlessStream() async throws {
    var limits = HTTPLimits()
    limits.ratio = .max
    limits.decodedBytes = 1 << 20
    let server = try ScriptedServer([
      .receive, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"), .sendForever(Samples.gzip(Array(repeating: 7, count: 1000))),
    ])
    defer { server.stop() }
    let failure = await #expect(throws: TransportFailure.self) { try await sharedClient.perform(request(server.url(), limits: limits)) }
    #expect(failure?.reason == .bodyTooLarge)
    #expect(failure.map { $0.wireBytes < 300_000 } == true)
  }

  @Test func endlessBody() async throws {
    var limits = HTTPLimits()
    limits.wireBytes = 100_000
    let server = try ScriptedServer([
      .receive, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(Array(repeating: 32, count: 1000)),
    ])
    defer { server.stop() }
    let failure = await #expect(throws: TransportFailure.self) { try await sharedClient.perform(request(server.url(), limits: limits)) }
    #expect(failure?.reason == .bodyTooLarge)
    let bytes = try #require(failure?.wireBytes)
    #expect(bytes > 100_000 && bytes <= 100_000 + 65_536)
    await server.wait { $0.closed == 1 }
    #expect(server.record.sent < 16 << 20)
  }

  @Test(arguments: ["1000000000000", "33554433"]) func lengthOverLimitIsNotRead(_ length: String) async throws {
    let failure = try await failure(
      [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"), .listen], limits: HTTPLimits())
    #expect(failure?.reason == .bodyTooLarge)
    #expect(failure?.wireBytes == 0)
    #expect(failure?.fields == [LogField("decoded", 0), LogField("ratio", 0), LogField("want", try #require(Int(length)))])
  }

  @Test func bodyOfExactlyTheLimit() async throws {
    var limits = HTTPLimits()
    limits.wireBytes = Samples.json.count
    limits.decodedBytes = Samples.json.count
    let script: [Step] = [.receive, .respond(body: Samples.json), .listen]
    #expect(try await exchange(script, limits: limits).body == Samples.json)
    limits.decodedBytes -= 1
    #expect(try await failure(script, limits: limits)?.reason == .bodyTooLarge)
    #expect(
      try await failure([.receive, .send("HTTP/1.1 200 OK\r\n\r\n"), .send(Samples.json)], limits: limits)?.reason == .bodyTooLarge)
  }
}
