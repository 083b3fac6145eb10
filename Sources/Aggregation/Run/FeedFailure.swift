import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// An error of the transport, the adapter or the store because of which a feed has no new result.
struct FeedFailure: Error {
  let reason: ReasonCode
  /// One sentence without a period.
  let detail: String
  /// The label of the request at fault; nil if no single request is.
  var request: String?
  /// The JSON Pointer (RFC 6901) into that reply.
  var pointer: String?
  /// The earliest time for the next request, as the server demanded.
  var notBefore: Instant?
  /// Seconds to wait before the next request, as the feed's rules define.
  var retryAfter: Int?
  /// Whether this run's own limits caused the failure, which says nothing about the feed.
  var isLocalLimit = false
  /// Whether the adapter refused the content.
  var isOfContent = false
  /// Whether the replies stay unusable when an optional one is left out.
  var isFinal: Bool { isOfContent && (reason == .drift || reason == .timeoutTotal) || reason.group == .plugin }
  /// Additional facts for the log record.
  var fields: [LogField] = []
  /// The notes of the refused draft.
  var notes: [Note] = []
  /// The number of records that it set aside.
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

  /// Creates a failure of the content. Only `timeout.total` is local: reading stopped at the deadline of the run.
  init(_ error: AdapterError) {
    self.init(error.code, error.advice)
    // The location in the reply. An empty pointer is the whole reply.
    if let offset = error.offset {
      fields = [LogField("offset", offset)]
    } else if !error.fields.isEmpty {
      fields = error.fields.map { LogField($0.name, $0.value) }
    } else if error.code == .wrongShape || !error.pointer.isEmpty {
      fields = [LogField("pointer", error.pointer)]
    }
    request = error.request
    pointer = error.pointer.isEmpty ? nil : error.pointer
    retryAfter = error.retryAfter
    isLocalLimit = error.code == .timeoutTotal
    isOfContent = true
  }

  init(_ error: StoreError) { self.init(error.reason, error.detail) }

  var note: Note { Note(reason, request: request, pointer: pointer, detail) }
}
