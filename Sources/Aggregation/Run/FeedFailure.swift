import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

/// Why a feed gives no new result: what the transport, the adapter or the store said, in one form.
struct FeedFailure: Error {
  let reason: ReasonCode
  /// One sentence without a full stop.
  let detail: String
  /// The label of the request at fault; nil when it is none of them alone.
  var request: String?
  /// RFC 6901 pointer into that reply.
  var pointer: String?
  /// The server wants no request before this instant.
  var notBefore: Instant?
  /// Seconds to wait before the next request, as the feed itself says.
  var retryAfter: Int?
  /// This run's own limits caused it: it says nothing about the feed.
  var isLocalLimit = false
  /// The adapter refused what it read.
  var isOfContent = false
  /// Reading other replies would not help.
  var isFinal = false
  /// What a log records beside the reason.
  var fields: [LogField] = []
  /// Notes of the reading that was refused, and how many records it set aside.
  var notes: [Note] = []
  var rejected = 0

  init(_ reason: ReasonCode, _ detail: String, fields: [LogField] = []) {
    self.reason = reason
    self.detail = detail
    self.fields = fields
  }

  init(_ failure: TransportFailure) {
    self.init(failure.reason, failure.detail, fields: failure.fields)
    notBefore = failure.notBefore
    isLocalLimit = failure.isLocalLimit
  }

  init(_ error: AdapterError) {
    self.init(error.code, error.advice, fields: error.fields)
    request = error.request
    pointer = error.pointer.isEmpty ? nil : error.pointer
    retryAfter = error.retryAfter
    isLocalLimit = error.code == .timeoutTotal
    isOfContent = true
    isFinal = error.isFinal
  }

  init(_ error: StoreError) { self.init(error.reason, error.detail) }

  /// The failure as a note of a report.
  var note: Note { Note(reason, request: request, pointer: pointer, detail) }
}
