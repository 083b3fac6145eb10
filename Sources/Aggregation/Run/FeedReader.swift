import Basics
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

/// Reads one feed from the network or a recording: sends its requests, follows its pages, and converts the replies to entries and notes.
struct FeedReader: Sendable {
  let reading: Plan.Reading
  let transport: any Transport
  /// Whether the replies are recorded. A recording may lack further pages.
  let isRecording: Bool
  /// The store of the last accepted bodies; nil if there is none.
  let store: (any FeedStore)?
  let deadline: RunDeadline
  /// The campus's date, for addresses that contain it; nil for a recording.
  var date: LocalDate?

  /// The maximum number of requests for a feed, far more than any feed needs.
  static let maximumRequests = 200

  var feed: Feed { reading.feed }

  /// The adapter; it is given the deadline if it cannot notice it by itself.
  var adapter: any FeedAdapter { (reading.adapter as? any ExternalAdapter)?.limited(to: deadline.remaining) ?? reading.adapter }

  /// Returns whether a feed fails without a usable reply to a request.
  func needs(_ request: FeedRequest) -> Bool { request.isRequired && (request.page == 1 || !isRecording) }

  /// Sends all requests of the feed, and throws a failure if a required reply is missing. Attempts are counted even then.
  func collect(into replies: inout FeedReplies, knowing state: FeedState) async throws(FeedFailure) {
    let requests: [FeedRequest]
    do throws(AdapterError) { requests = try await adapter.requests(for: feed) } catch { throw FeedFailure(error) }
    try await collect(try expanded(requests), after: nil, into: &replies, knowing: state)
  }

  /// Returns the requests for the dates of requests whose addresses have dates.
  private func expanded(_ requests: [FeedRequest]) throws(FeedFailure) -> [FeedRequest] {
    var expanded: [FeedRequest] = []
    for request in requests {
      if date == nil, !isRecording, request.hasDates, request.page == 1 {
        throw FeedFailure(.configAddress, "the address of \(request.name) has dates, but the campus has no time zone; give it one")
      }
      do throws(AdapterError) { expanded += try request.expanded(on: date) } catch { throw FeedFailure(error) }
    }
    return expanded
  }

  /// Sends requests and their follow-ups.
  ///
  /// - Parameter failure: why earlier addresses of the first request cannot be used.
  func collect(
    _ requests: [FeedRequest], after failure: TransportFailure?, into replies: inout FeedReplies, knowing state: FeedState
  ) async throws(FeedFailure) {
    var (waiting, earlier) = (requests, failure)
    let isPaged = state.requests.keys.contains { label in !requests.contains { $0.label == label } }
    var count = 0
    while !waiting.isEmpty, count < Self.maximumRequests {
      let request = waiting.removeFirst()
      count += 1
      let answer = try await answer(to: request, after: earlier, &replies, state)
      earlier = nil
      guard let answer else { continue }
      replies.answers.append(answer)
      do throws(FeedFailure) {
        waiting += try expanded(try await followUps(to: answer, isPaged: isPaged))
      } catch {
        guard hasMirrors(for: error, of: request.label, replies) else { throw error }
        replies.unreadable = (request.label, error)
        return
      }
    }
    if let next = waiting.first {
      replies.notes.append(
        Note(.requestLimit, request: next.label, "not requested: a feed may have at most \(Self.maximumRequests) requests in one run"))
    }
    try checkDates(of: &replies)
    if let missing = replies.missing, !replies.answers.isEmpty {
      throw FeedFailure(.recordingIncomplete, "the recording has no \(missing.fileName), which the feed needs")
    }
  }

  /// Sends one request. Returns nil if there is no answer and the request is not required.
  private func answer(
    to request: FeedRequest, after earlier: TransportFailure?, _ replies: inout FeedReplies, _ state: FeedState
  ) async throws(FeedFailure) -> FeedReplies.Answer? {
    let last = state.lastGood == nil ? nil : state.last(request, of: feed)
    // Frozen mirrors are only for required requests of feeds without a last good result.
    let mayBeFrozen = isRecording || state.lastGood == nil && request.isRequired
    let sent = mayBeFrozen ? request : request.with(request.addresses.filter { !$0.isFrozen })
    let metadata = last.map { $0.reply(isConditional: !replies.isUnconditional) }
    switch await transport.answer(to: sent, of: feed, knowing: metadata, after: earlier) {
    case .reply(let reply, let exchange):
      // All replies of a feed are in memory together until they are read.
      replies.bytes += reply.body.count
      let most = FeedLimits().bytes
      if replies.bytes > most { throw FeedFailure(AdapterError(tooManyBytes: most, in: request)) }
      replies.add(exchange)
      if exchange.isFrozen {
        replies.frozen =
          exchange.primaryFailure.map { FeedFailure($0) } ?? FeedFailure(.mirrorFrozen, "the only address is a frozen mirror")
      }
      var answer = FeedReplies.Answer(
        request: sent, reply: reply, exchange: exchange, sha256: SHA256.hash(reply.body).hexadecimal, known: last)
      if let last, replies.isUnconditional { answer.isHidden = await isHidden(answer, last, &replies, state) }
      return answer
    case .notModified(let exchange):
      guard let last else { throw FeedFailure(.httpUnexpected304, "the server answered 304 to an unconditional request") }
      replies.add(exchange)
      return FeedReplies.Answer(request: request, exchange: exchange, known: last)
    case .missing where !isRecording:
      throw FeedFailure(.configAddress, "the request \"\(request.name)\" has no answer")
    case .missing where request.dates?.mayBeMissing == true:
      replies.undelivered.append((request, nil))
      return nil
    case .missing:
      if needs(request) {
        replies.missing = replies.missing ?? request
      } else {
        replies.notes.append(Note(.requestMissing, request: request.label, "the recording has no \(request.fileName)"))
      }
      return nil
    case .failure(let failure):
      replies.attempts += failure.attempts
      if let time = failure.receivedAt { replies.failedAt = max(replies.failedAt ?? time, time) }
      if failure.reason == .http(404), request.dates?.mayBeMissing == true {
        replies.undelivered.append((request, failure))
        return nil
      }
      // After the last page, the server may have no further one.
      let isBeyondTheEnd = request.page > 1 && failure.reason == .http(404)
      if needs(request), !isBeyondTheEnd { throw FeedFailure(failure) }
      if request.dates == nil, let previous = replies.answers.last(where: { $0.request.name == request.name }) {
        replies.endings.insert(previous.label)
      }
      replies.notes.append(Note(failure.reason, request: request.label, failure.detail))
      // A reply of a different address or adapter version cannot replace it.
      guard let last, !request.isRequired, !last.key.isEmpty else { return nil }
      return FeedReplies.Answer(request: request, known: last)
    }
  }

  /// Checks that at least one of the dates of a request has a reply, if some may be missing.
  private func checkDates(of replies: inout FeedReplies) throws(FeedFailure) {
    defer { replies.undelivered = [] }
    var names: Set<String> = []
    for (request, failure) in replies.undelivered where names.insert(request.name).inserted {
      if replies.answers.contains(where: { $0.request.name == request.name }) { continue }
      if let failure {
        if request.isRequired { throw FeedFailure(failure) }
        replies.notes.append(Note(failure.reason, request: request.label, failure.detail))
      } else if request.isRequired {
        replies.missing = replies.missing ?? request
      } else {
        replies.notes.append(Note(.requestMissing, request: request.label, "the recording has no \(request.fileName)"))
      }
    }
  }

  /// Returns the requests that follow from an answer; none for an optional answer that cannot be read.
  ///
  /// - Parameter isPaged: whether the feed had further pages before. If not, the last accepted reply has no follow-ups and is not read.
  private func followUps(to answer: FeedReplies.Answer, isPaged: Bool) async throws(FeedFailure) -> [FeedRequest] {
    guard let reply = isPaged ? try await reply(of: answer) : answer.reply else { return [] }
    do throws(AdapterError) {
      let requests = try await adapter.followUps(to: reply, for: feed)
      guard answer.request.dates != nil, let next = requests.first else { return requests }
      throw AdapterError(
        .configAddress, in: next, "a list of pages cannot be requested for several dates; leave out \"days\" and \"weeks\"")
    } catch {
      if needs(answer.request) { throw FeedFailure(error) }
      return []
    }
  }

  /// Returns whether the server still answers 304 to the validators of the last reply although it sends different content without them.
  /// Sends a request to find out, but only if earlier 304s may have hidden the change and the validators are not conclusive.
  private func isHidden(
    _ answer: FeedReplies.Answer, _ last: FeedState.RequestState, _ replies: inout FeedReplies, _ state: FeedState
  ) async -> Bool {
    guard let exchange = answer.exchange, !last.validators.isEmpty, last.key == exchange.key,
      !last.validators.hasSameTag(as: exchange.validators),
      state.distrustedAt != nil || state.lastGood.map({ $0.checkedAt > last.receivedAt }) ?? false,
      answer.sha256 != last.body
    else { return false }
    let conditional = answer.request.with(answer.request.addresses.filter { feed.requestKey(for: $0.url) == last.key })
    let outcome = await transport.answer(to: conditional, of: feed, knowing: last.reply(isConditional: true), after: nil)
    replies.attempts += outcome.attempts
    return if case .notModified = outcome { true } else { false }
  }

  /// Returns the reply of an answer; for a 304 or a failure, the last accepted reply.
  func reply(of answer: FeedReplies.Answer) async throws(FeedFailure) -> FeedReply? {
    if answer.reply == nil, let last = answer.known {
      return try await stored(last, answer.request, isForeign: answer.exchange?.isForeign)
    }
    return answer.reply
  }

  /// Returns the last accepted reply to a request from the store.
  ///
  /// - Parameter isForeign: whether another server than the feed's own confirmed the reply; nil if none did.
  func stored(_ last: FeedState.RequestState, _ request: FeedRequest, isForeign: Bool? = nil) async throws(FeedFailure) -> FeedReply {
    do throws(StoreError) {
      guard let body = try await store?.body(last.body) else {
        throw StoreError(.storeCorrupt, "the body of \(request.label) of \(feed.id) is not in the store")
      }
      guard let headers = try? last.headers.read() else {
        throw StoreError(.storeCorrupt, "the headers of \(request.label) of \(feed.id) cannot be read")
      }
      return FeedReply(
        to: request, headers: headers, body: body, url: last.url, receivedAt: last.receivedAt,
        isForeign: isForeign ?? (request.isForeign || !feed.hasOwnServer(of: last.url)))
    } catch {
      throw FeedFailure(error)
    }
  }
}

extension FeedReply {
  /// Returns the reply with the time at which its server confirmed it.
  func received(at time: Instant) -> FeedReply {
    FeedReply(to: request, status: status, headers: headers, body: body, url: url, receivedAt: time, isForeign: isForeign)
  }
}

extension FeedState.RequestState {
  /// Returns the metadata for a conditional request for the same reply.
  fileprivate func reply(isConditional: Bool) -> KnownReply {
    KnownReply(
      key: key, validators: isConditional && !validators.isEmpty ? validators : nil, url: url.isEmpty ? nil : url, headers: headers)
  }
}
