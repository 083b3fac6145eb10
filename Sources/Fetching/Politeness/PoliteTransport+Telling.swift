import CampusCatalog
import FeedKit
import OpeningHours

extension PoliteTransport {
  /// A response, and what is logged about its exchange.
  struct Arrival {
    let response: HTTPResponse
    let target: HTTPTarget
    let milliseconds: Int
  }

  /// An address without anything secret.
  ///
  /// The feed's secrets go first: a parameter that is masked may end in the middle of one.
  func shown(_ target: HTTPTarget, _ call: Call) -> String { PublicAddress.withoutSecrets(call.scrubber.clean(target.url)) }

  /// Logs an event with what is known of the response that it is about.
  func tell(_ event: FetchEvent, _ call: Call, _ arrival: Arrival) {
    var event = event
    event.url = shown(arrival.target, call)
    event.attempt = call.attempts
    event.status = arrival.response.status
    event.bytes = arrival.response.wireBytes
    event.milliseconds = arrival.milliseconds
    tell(event, call)
  }

  func tellOddity(_ oddity: String, _ target: HTTPTarget, _ call: Call, _ facts: inout ExchangeFacts) {
    facts.notes.append(ExchangeNote(.fetchOddity, oddity))
    var event = FetchEvent(.warn, ReasonCode.fetchOddity.description, call.feed.id)
    event.url = shown(target, call)
    event.fields = [.init("what", oddity)]
    tell(event, call)
  }

  /// Tells why a response cannot be used. Returns what is to be thrown.
  func fail(_ failure: TransportFailure, _ call: Call, _ arrival: Arrival, notBefore: Instant? = nil) -> TransportFailure {
    tell(FetchEvent(of: failure.reason, failure.fields, call.feed.id), call, arrival)
    return transportFailure(failure, call, notBefore)
  }

  /// Tells why there is no response. Returns what is to be thrown.
  ///
  /// - Parameter milliseconds: nil where nothing was sent.
  func fail(_ failure: TransportFailure, _ call: Call, url: String, milliseconds: Int? = nil) -> TransportFailure {
    var event = FetchEvent(of: failure.reason, failure.fields, call.feed.id)
    event.url = url
    event.attempt = call.attempts
    event.bytes = milliseconds == nil ? nil : failure.wireBytes
    event.milliseconds = milliseconds
    tell(event, call)
    return transportFailure(failure, call, nil)
  }

  private func transportFailure(_ failure: TransportFailure, _ call: Call, _ notBefore: Instant?) -> TransportFailure {
    TransportFailure(
      failure.reason, call.scrubber.clean(failure.detail), receivedAt: clock.now(), notBefore: notBefore,
      isLocalLimit: failure.isLocalLimit,
      isDamage: failure.isDamage, fields: failure.fields)
  }
}
