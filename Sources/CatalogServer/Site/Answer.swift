import CatalogQuery
import HTTPTypes
import Hummingbird
import OpeningHours

/// The answer to an address: the same for all requests to it, whatever their conditions, codings and ranges.
struct Answer: Sendable {
  /// For how long an answer is right.
  enum Lifetime: Sendable, Hashable {
    /// As long as its name: the name has the hash of its content.
    case forever
    /// A number of seconds.
    case seconds(Int)
    /// As long as the catalog.
    case catalog
    /// Until a status or a sentence in it changes; nil if none does.
    case until(Instant?)
    /// Always to be revalidated, which is cheap if nothing has changed.
    case revalidated
  }

  let document: Representation
  var status = 200
  let lifetime: Lifetime
  /// The address that the client should ask instead; nil for answers with content.
  private var location: String?
  /// When the content last changed; nil if unknown.
  var modified: Instant?

  init(_ document: Representation, _ lifetime: Lifetime, modified: Instant? = nil) {
    (self.document, self.lifetime, self.modified) = (document, lifetime, modified)
  }

  /// An error as a page.
  init(_ document: Representation, status: Int) {
    self.init(document, .revalidated)
    self.status = status
  }

  /// A redirect to an address of the site.
  init(redirect location: String, status: Int) {
    self.init(Representation("".utf8, "text/plain; charset=utf-8"), status: status)
    self.location = location
  }

  /// Whether the answer may be another one in the next minute.
  var isTimely: Bool {
    switch lifetime {
    case .until, .revalidated: true
    case .forever, .seconds, .catalog: false
    }
  }

  /// The most seconds that an answer may be used without asking again: the catalog may be replaced at any time.
  private static let longest: Int64 = 300

  /// - Parameter now: the real moment; nil if the site's is fixed.
  func response(to request: Request, at now: Instant?) -> Response {
    if status != 200 {
      var headers: HTTPFields = [.contentType: document.mediaType, .cacheControl: "no-cache"]
      headers[.location] = location
      return Response(status: HTTPResponse.Status(code: status), headers: headers, body: ResponseBody(byteBuffer: document.body))
    }
    return document.response(to: request, modified: modified, cacheControl: cacheControl(at: now))
  }

  private func cacheControl(at now: Instant?) -> String {
    switch lifetime {
    case .forever: return "public, max-age=31536000, immutable"
    case .seconds(let seconds): return "public, max-age=\(seconds)"
    case .catalog: return "public, max-age=60"
    case .revalidated: return "no-cache"
    case .until(let change):
      guard let change, let now else { return Self.control(Self.longest) }
      return Self.control(min(Self.longest, change.secondsSinceEpoch - now.secondsSinceEpoch))
    }
  }

  private static func control(_ seconds: Int64) -> String { seconds > 0 ? "public, max-age=\(seconds)" : "no-cache" }
}

extension PlaceListing {
  /// When the status or its sentence changes next, at the latest.
  var changes: Instant? {
    // The minutes before a change are counted; "tomorrow" lasts until midnight.
    var next = Int64.max
    if let until = status.until {
      next = until.secondsSinceEpoch
      let left = next - instant.secondsSinceEpoch
      next = left > 1_800 ? next - 1_800 : min(next, instant.secondsSinceEpoch + 60)
    }
    if let zone { next = min(next, instant.secondsSinceEpoch + Int64(86_400 - zone.local(instant).second)) }
    return next == .max ? nil : Instant(secondsSinceEpoch: next)
  }
}
