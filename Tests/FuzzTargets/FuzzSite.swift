import CampusCatalog
import CatalogSession
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import OpeningHours
import QueryTestData
import RandomData

@testable import CatalogServer

/// A site with entries of all kinds, whose clock stands still, and which is asked without a connection.
struct FuzzSite: Sendable {
  let site: CatalogSite

  private static let shared = Result { try waiting { try await FuzzSite() } }

  /// Makes the site once for all inputs.
  static func ready() throws -> FuzzSite { try shared.get() }

  private init() async throws {
    let noon = try moment(Canteens.noon)
    site = CatalogSite(SiteSettings(now: { noon }))
    var random = RandomCatalog(seed: 6)
    let (canteens, others) = (try Canteens().catalog, try random.make())
    let catalog = Catalog(
      generatedAt: noon, campuses: canteens.campuses + others.campuses, feeds: others.feeds, entries: canteens.entries + others.entries)
    await site.show(try await CatalogSession.open(CatalogRequest(.catalog(catalog), now: noon)))
  }

  /// The response to a request.
  struct Response: Equatable {
    let status: Int
    let fields: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  func response(to request: HTTPRequest) throws -> Response {
    try Self.waiting { [site] in
      var context = Self.context()
      context.channel = nil
      let request = Request(head: request, body: RequestBody(buffer: ByteBuffer()))
      let response = try await SiteResponder(site).respond(to: request, context: context)
      let collector = Collector()
      try await response.body.write(collector)
      return Response(status: response.status.code, fields: response.headers, body: collector.bytes)
    }
  }

  private static func context() -> SiteContext {
    let channel = EmbeddedChannel()
    // Otherwise it would never be freed.
    defer { _ = try? channel.finish() }
    return SiteContext(source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "fuzz")))
  }

  func get(_ path: String) throws -> Response {
    try response(to: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
  }

  private final class Collector: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) { bytes += buffer.readableBytesView }

    func finish(_ trailingHeaders: HTTPFields?) {}
  }

  /// Waits for a task: the fuzzer calls a function that returns when it is done.
  private static func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = Box<Value>()
    Task {
      do { result.value = .success(try await body()) } catch { result.value = .failure(error) }
      result.done.signal()
    }
    result.done.wait()
    guard let value = result.value else { throw BrokenProperty("the task has no result") }
    return try value.get()
  }

  /// The result of a task. It is written before the signal and read after it.
  private final class Box<Value>: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var value: Result<Value, any Error>?
  }
}
