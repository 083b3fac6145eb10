import CampusCatalog
import FeedKit
import OpeningHours
import SimdJSON

@testable import Fetching

/// The reply of a server: a head whose values are safe to use, times within their limits, an address that stays the same, and a body that is the
/// same in whatever pieces it arrives.
enum ReplyTarget {
  static func check(_ bytes: [UInt8]) throws {
    var head = ResponseHead(limit: 16 << 10)
    var rest = bytes[...]
    do throws(TransportFailure) {
      while !head.isComplete, !rest.isEmpty {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        try head.take(Array(rest[..<end]))
        rest = rest[end...]
      }
    } catch {
      return try require([.httpFraming, .httpHeaderLimit].contains(error.reason), "the head is refused for \(error.reason)")
    }
    guard head.isComplete else { return }
    try check(head)
    let response = HTTPResponse(status: head.status, headers: head.headers, body: Array(rest))
    try checkTimes(response)
    for location in response.values("location") { try checkAddress(location) }
    let fields = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
    try require(try StoredHeaders(fields).read() == fields, "the stored headers differ: \(StoredHeaders(fields).json)")
    try checkBody(Array(rest), head)
  }

  private static func check(_ head: ResponseHead) throws(BrokenProperty) {
    try require((200...999).contains(head.status), "the status is \(head.status)")
    try require(head.headers.count <= ResponseHead.maximumHeaders, "there are \(head.headers.count) headers")
    for header in head.headers {
      try require(!header.name.isEmpty && header.name.utf8.allSatisfy(\.isToken), "a header has the name \(header.name)")
      guard let value = header.value.latin1 else { throw BrokenProperty("the header \(header.name) is not ISO 8859-1") }
      try require(!value.contains { [0, 10, 13].contains($0) }, "the header \(header.name) has a control character")
    }
    try require(head.contentLength ?? 0 >= 0, "the length is \(head.contentLength ?? 0)")
  }

  private static func checkTimes(_ response: HTTPResponse) throws(BrokenProperty) {
    guard let now = Instant("2026-11-20T17:00:00Z") else { throw BrokenProperty("the time is not valid") }
    let fresh = Freshness.seconds(of: response, at: now)
    try require((0...Freshness.maximum).contains(fresh), "the response is fresh for \(fresh) seconds")
    let delay = RetryAfter.seconds(response.values("retry-after"), at: now) ?? 0
    try require((0...Freshness.maximum).contains(delay), "the next attempt is after \(delay) seconds")
    for header in response.headers {
      guard let date = HTTPDate.parse(header.value) else { continue }
      try require(HTTPDate.parse(HTTPDate.text(date)) == date, "\(header.value) is written as \(HTTPDate.text(date))")
    }
    _ = Sniffer.page(in: response, insteadOf: .json)
  }

  private static func checkAddress(_ location: String) throws(BrokenProperty) {
    let base = HTTPTarget(url: "https://example.edu/a/b?c", scheme: "https", host: "example.edu", port: 443)
    guard let target = try? TargetParser.target(location, relativeTo: base) else { return }
    try require(["http", "https"].contains(target.scheme), "\(location) has the scheme \(target.scheme)")
    let isPlain = target.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    try require(isPlain, "\(location) becomes \(target.url.debugDescription)")
    guard let again = try? TargetParser.target(target.url, relativeTo: nil) else { throw BrokenProperty("\(target.url) is refused") }
    try require(again == target, "\(target.url) becomes \(again.url)")
  }

  private static func checkBody(_ bytes: [UInt8], _ head: ResponseHead) throws(BrokenProperty) {
    let whole = body(bytes, head, pieces: .max)
    let divided = body(bytes, head, pieces: 1)
    if head.codings.count > 1, case (.failure(let failure), .failure(let other)) = (whole, divided) {
      // With several codings, the last one may fail before the end of the damaged data of the first one is there.
      return try require(failure.reason == other.reason, "in single bytes, the failure is \(other) instead of \(failure)")
    }
    try require(whole == divided, "in single bytes, the body is \(divided) instead of \(whole)")
  }

  private static func body(_ bytes: [UInt8], _ head: ResponseHead, pieces size: Int) -> Result<[UInt8], TransportFailure> {
    var limits = HTTPLimits()
    (limits.wireBytes, limits.decodedBytes, limits.ratioAfter) = (1 << 16, 1 << 18, 1 << 16)
    return Result { () throws(TransportFailure) in
      let body = ResponseBody(limits)
      try body.begin(length: head.contentLength, codings: head.codings)
      var rest = bytes[...]
      while !rest.isEmpty {
        try body.take(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      try body.finish()
      return body.bytes
    }
  }
}

extension ResponseHead {
  fileprivate mutating func take(_ line: [UInt8]) throws(TransportFailure) {
    try line.withUnsafeBufferPointer { (line) throws(TransportFailure) in try take(UnsafeRawBufferPointer(line)) }
  }
}

extension ResponseBody {
  fileprivate func take(_ piece: [UInt8]) throws(TransportFailure) {
    try piece.withUnsafeBufferPointer { (piece) throws(TransportFailure) in try take(UnsafeRawBufferPointer(piece)) }
  }
}
