import CampusCatalog
import FeedKit
import OpeningHours

extension PoliteTransport {
  /// A response with the facts that are logged about its exchange.
  struct ReceivedResponse {
    let response: HTTPResponse
    let target: HTTPTarget
    let milliseconds: Int
  }

  /// Returns an address without secrets.
  ///
  /// The feed's secrets are removed first, because masking a query parameter could cut one in two.
  func shown(_ target: HTTPTarget, _ call: Call) -> String { PublicAddress.withoutSecrets(call.scrubber.clean(target.url)) }

  /// Logs an event about a response.
  func log(_ event: FetchEvent, _ call: Call, _ received: ReceivedResponse) {
    var event = event
    event.url = shown(received.target, call)
    event.attempt = call.attempts
    event.status = received.response.status
    event.bytes = received.response.wireBytes
    event.milliseconds = received.milliseconds
    log(event, call)
  }

  /// Notes and logs an oddity of a response.
  func logOddity(_ oddity: String, _ target: HTTPTarget, _ call: Call, _ facts: inout ExchangeFacts) {
    facts.notes.append(Note(.fetchOddity, request: call.request.label, oddity))
    let fields = [LogField("what", oddity)]
    log(FetchEvent(.warn, ReasonCode.fetchOddity.description, call.feed.id, url: shown(target, call), fields: fields), call)
  }

  /// Logs why a response cannot be used. Returns the failure to throw.
  func fail(_ failure: TransportFailure, _ call: Call, _ received: ReceivedResponse, notBefore: Instant? = nil) -> TransportFailure {
    log(FetchEvent(of: failure.reason, failure.fields, call.feed.id), call, received)
    return completed(failure, call, notBefore)
  }

  /// Logs why there is no response. Returns the failure to throw.
  ///
  /// - Parameter milliseconds: nil if no request was sent.
  func fail(_ failure: TransportFailure, _ call: Call, url: String, milliseconds: Int? = nil) -> TransportFailure {
    var event = FetchEvent(of: failure.reason, failure.fields, call.feed.id)
    event.url = url
    event.attempt = call.attempts
    event.bytes = milliseconds == nil ? nil : failure.wireBytes
    event.milliseconds = milliseconds
    log(event, call)
    return completed(failure, call, nil)
  }

  private func completed(_ failure: TransportFailure, _ call: Call, _ notBefore: Instant?) -> TransportFailure {
    var failure = failure
    failure.detail = call.scrubber.clean(failure.detail)
    failure.receivedAt = clock.now()
    failure.notBefore = notBefore
    return failure
  }
}
