import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// The facts about the replies of a feed for its report.
struct ReplySummary: Sendable {
  /// The SHA-256 of all bodies, in the order of the requests.
  let sha256: String
  let bytes: Int
  /// The `ETag` of the first reply; nil if it has none.
  let etag: String?
  /// The address of the first reply, without secrets.
  let url: String?
  let status: Int?
  /// When the oldest reply was received; nil if unknown.
  let fetchedAt: Instant?
  /// When the newest reply was received; nil if unknown.
  let receivedAt: Instant?

  /// - Parameter sha256: the SHA-256 of all bodies; nil to compute it.
  init(_ replies: [FeedReply], sha256: String? = nil) {
    self.sha256 = sha256 ?? Self.hash(replies)
    bytes = replies.reduce(0) { $0 + $1.body.count }
    etag = replies.first?.headers["etag"].flatMap { $0.isEmpty ? nil : $0 }
    url = replies.first?.url.map(PublicAddress.withoutSecrets)
    status = replies.first?.status
    let times = replies.compactMap(\.receivedAt)
    fetchedAt = times.min()
    receivedAt = times.max()
  }

  private static func hash(_ replies: [FeedReply]) -> String {
    var hash = SHA256()
    for reply in replies { hash.update(reply.body) }
    return hash.finalize().hexadecimal
  }

  func fill(_ report: inout FeedReport) {
    report.sha256 = sha256
    report.bytes = bytes
    report.etag = etag
    report.url = url
    report.fetchedAt = fetchedAt
  }
}
