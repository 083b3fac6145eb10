import CampusCatalog
public import FeedKit
public import OpeningHours
import SimdJSON

/// A transport that answers requests from recorded replies: files `<campus>/<feed>/<request>.<ext>`, each with an optional
/// `<request>.meta.json` (`status`, `headers`, `time`, `address`).
public struct Recording: Transport {
  /// A function that returns the bytes of a file; nil if there is none. It throws if the file exists but cannot be read.
  public typealias Files = @Sendable (_ path: String) throws -> [UInt8]?

  private let files: Files
  private let name: @Sendable (_ path: String) -> String
  private let defaultTime: Instant?

  /// - Parameters:
  ///   - defaultTime: when replies were received whose metadata has no time; nil if unknown.
  ///   - name: returns what messages call the file at a path, such as the user's own name of it; the path by default.
  public init(defaultTime: Instant? = nil, files: @escaping Files, name: @escaping @Sendable (_ path: String) -> String = { $0 }) {
    self.files = files
    self.name = name
    self.defaultTime = defaultTime
  }

  /// Returns what messages call the file with the reply to a request.
  package func name(of request: FeedRequest, of feed: Feed) -> String { name(Self.path(of: request, of: feed)) }

  private static func path(of request: FeedRequest, of feed: Feed) -> String { "\(feed.id)/\(request.fileName)" }

  public func answer(
    to request: FeedRequest, of feed: Feed, knowing known: KnownReply?, after earlier: TransportFailure? = nil
  ) async -> TransportOutcome {
    let path = Self.path(of: request, of: feed)
    do {
      guard let body = try files(path) else { return .missing }
      let meta = try self.meta(of: request, feed)
      if var failure = TransportFailure(status: meta.status) {
        if failure.reason == .rateLimited, let wait = meta.headers["retry-after"].flatMap({ PlainText.line($0) }) {
          failure.detail += " with Retry-After \(wait)"
        }
        failure.receivedAt = meta.time
        return .failure(failure)
      }
      return .reply(
        FeedReply(
          to: request, status: meta.status, headers: meta.headers, body: body, url: meta.address ?? request.addresses.first?.url,
          receivedAt: meta.time ?? defaultTime))
    } catch let failure as TransportFailure {
      return .failure(failure)
    } catch {
      return .failure(TransportFailure(.recordingUnreadable, "\(name(path)) cannot be read: \(error)"))
    }
  }

  private struct Meta {
    var status = 200
    var headers: [String: String] = [:]
    var time: Instant?
    var address: String?
  }

  /// Reads the metadata of a recorded reply. Without a file, the status is 200.
  private func meta(of request: FeedRequest, _ feed: Feed) throws -> Meta {
    let path = "\(feed.id)/\(request.label).meta.json"
    guard let bytes = try files(path) else { return Meta() }
    do {
      let document = try JSONDocument(parsing: bytes)
      return try Self.read(document.root)
    } catch let error as JSONError {
      throw TransportFailure(.recordingUnreadable, "\(name(path)): \(error)")
    } catch let error as JSONFieldError {
      throw TransportFailure(.recordingUnreadable, "\(name(path))\(error.pointer): \(error.message)")
    }
  }

  private static func read(_ root: JSONValue) throws(JSONFieldError) -> Meta {
    var meta = Meta()
    guard root.isObject else { throw root.fault(.type, "expected an object, found \(root.kind)") }
    if let status = try root.integer("status") {
      guard (100...999).contains(status) else { throw root.fault(.value, "\"status\" is not an HTTP status") }
      meta.status = Int(status)
    }
    meta.time = try root.instant("time")
    meta.address = try root.parsed("address", "an http or https address") { WebAddress($0)?.description }
    for (name, value) in try root.object("headers")?.texts() ?? [] { meta.headers[name.lowercased()] = value }
    return meta
  }
}

extension Recording {
  /// Returns the files to record for a reply: the body, and its metadata. Secrets of the feed are masked.
  public static func files(of reply: FeedReply, to feed: Feed) -> [(path: String, bytes: [UInt8])] {
    var writer = JSONWriter(capacity: 1024)
    let scrubber = Scrubber(feed)
    writer.beginObject()
    writer.member("status", reply.status)
    writer.key("headers")
    writer.object(of: reply.headers.mapValues(scrubber.clean))
    writer.member("time", reply.receivedAt?.description)
    writer.member("address", reply.url.map(scrubber.clean))
    writer.endObject()
    writer.literal("\n")
    return [
      (path(of: reply.request, of: feed), reply.body), ("\(feed.id)/\(reply.request.label).meta.json", writer.bytes),
    ]
  }
}
