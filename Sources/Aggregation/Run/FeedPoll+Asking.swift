import CampusCatalog
import FeedCore
import OpeningHours

extension FeedPoll {
  func ask(_ state: inout FeedState, _ isReset: Bool, _ result: inout FeedRun.Result, _ now: Instant) async {
    let before = state
    let isUnconditional =
      state.lastGood == nil || state.distrustsValidators
      || state.lastUnconditionalAt.map { now.seconds(since: $0) >= Self.longestCondition || $0 > now } ?? true
    var answers = Answers(isUnconditional: isUnconditional, isReset: isReset)
    do throws(TransportFailure) {
      try await collect(&answers, state)
      result.report.attempts = answers.attempts
      if answers.frozen != nil {
        await serveFrozen(answers, &state, &result, now)
      } else {
        try await settle(answers, &state, before, &result, now)
      }
    } catch {
      result.report.attempts = max(answers.attempts, 0)
      if result.status == nil, let reply = answers.replies.last?.reply {
        result.status = reply.status
        result.report.url = reply.url.map(PublicAddress.withoutSecrets)
      }
      result.report.notes += answers.echoes
      await fail(error, before, &result, now)
    }
    await source.keepHolds()
  }

  /// What came of the requests of one poll.
  struct Answers {
    let isUnconditional: Bool
    /// What is known was read by other rules: it has to be read again, even when the bytes are the same.
    let isReset: Bool
    /// In the order of the requests; nil where the answer is the known one.
    var replies: [(label: String, request: FeedRequest, reply: FeedReply?, known: FeedState.RequestState?)] = []
    var validators: [String: Validators] = [:]
    var notes: [Note] = []
    var attempts = 0
    var freshness: Int?
    /// Why the primary address did not answer, when a frozen mirror did.
    var frozen: String?
    var moved: [String: String] = [:]
    /// What is to be recorded when the answers are used.
    var recorded: [FeedReply] = []

    /// That secrets were taken out of a body: who can not read it must know that it is not what the server sent.
    var echoes: [Note] { notes.filter { $0.code.description == "secret.echoed" } }
  }

  func collect(_ answers: inout Answers, _ state: FeedState) async throws(TransportFailure) {
    var waiting: [FeedRequest]
    do throws(AdapterError) { waiting = try await reading.adapter.requests(for: feed) } catch { throw TransportFailure(error) }
    var count = 0
    while !waiting.isEmpty, count < FeedRun.mostRequests {
      let request = waiting.removeFirst()
      count += 1
      let last = state.lastGood == nil ? nil : state.requests[request.label]
      let known = last.map {
        KnownReply(
          key: $0.key, validators: answers.isUnconditional || $0.validators.isEmpty ? nil : $0.validators,
          url: $0.url.isEmpty ? nil : $0.url)
      }
      var reply: FeedReply?
      // A mirror that is frozen helps a feed that has nothing else, and can not do without the request.
      let asked = state.lastGood == nil && request.isRequired ? request : request.withoutFrozenAddresses
      switch await source.transport.answer(to: asked, of: feed, knowing: known, beforeWaiting: source.keepHolds) {
      case .reply(let came):
        answers.take(came.exchange, request)
        answers.validators[request.label] = came.validators
        reply = came
        answers.recorded.append(came)
        if came.exchange.isFrozen { answers.frozen = came.exchange.primaryFailure ?? "mirror.frozen" }
      case .notModified(let answer):
        answers.take(answer.exchange, request)
        answers.validators[request.label] = answer.validators.isEmpty ? last?.validators : answer.validators
        if source.record != nil, let last { answers.recorded.append(try await stored(last, request)) }
      case .missing:
        throw TransportFailure("config.address", "there is no answer to \(request.name)")
      case .failure(let failure):
        answers.attempts += failure.attempts
        if request.isRequired, !request.isBeyondTheEnd(failure) { throw failure }
        answers.notes.append(Note(Note.Code(failure.reason), request: request.label, failure.detail))
        // What another address or another key gave does not stand in for it.
        guard let last, !request.isRequired, !last.key.isEmpty else { continue }
        if source.record != nil, let reply = try? await stored(last, request) { answers.recorded.append(reply) }
      }
      answers.replies.append((request.label, request, reply, last))
      guard reading.adapter.manifest.isPaged else { continue }
      waiting += try await followUps(to: reply, request, last)
    }
    if let next = waiting.first {
      answers.notes.append(
        Note(.requestLimit, request: next.label, "not asked: a reading has at most \(FeedRun.mostRequests) requests"))
    }
  }

  /// The requests that an answer leads to; none for one that the feed can do without and that can not be read.
  private func followUps(
    to reply: FeedReply?, _ request: FeedRequest, _ last: FeedState.RequestState?
  ) async throws(TransportFailure) -> [FeedRequest] {
    var known = reply
    if known == nil, let last { known = try await stored(last, request) }
    guard let known else { return [] }
    do throws(AdapterError) {
      return try await reading.adapter.followUps(to: known, for: feed)
    } catch {
      if request.isRequired { throw TransportFailure(error) }
      return []
    }
  }

  /// Puts what was used in the place of a reply that could not be read.
  func replace(_ label: String, in recorded: inout [FeedReply], with last: FeedState.RequestState?) async {
    guard source.record != nil, let index = recorded.lastIndex(where: { $0.request.label == label }) else { return }
    let request = recorded[index].request
    recorded.remove(at: index)
    if let last, let reply = try? await stored(last, request) { recorded.insert(reply, at: index) }
  }

  /// Hands on what was used: a replay must not deliver what a run refused.
  func record(_ answers: Answers) {
    for reply in answers.recorded { source.record?(feed, reply) }
  }

  /// The last accepted reply to a request.
  func stored(_ last: FeedState.RequestState, _ request: FeedRequest) async throws(TransportFailure) -> FeedReply {
    do throws(StoreError) {
      guard let body = try await store.body(last.body) else {
        throw StoreError("store.corrupt", "the body of \(request.label) of \(feed.id) is not kept")
      }
      guard let headers = try? last.headers.read() else {
        throw StoreError("store.corrupt", "the headers of \(request.label) of \(feed.id) can not be read")
      }
      return FeedReply(to: request, headers: headers, body: body, url: last.url, receivedAt: last.receivedAt)
    } catch {
      throw TransportFailure(error.reason, error.detail)
    }
  }
}

extension FeedPoll.Answers {
  fileprivate mutating func take(_ exchange: ExchangeFacts, _ request: FeedRequest) {
    attempts += exchange.attempts
    freshness = min(freshness ?? exchange.freshness, exchange.freshness)
    if let url = exchange.movedTo { moved[request.label] = url }
    for (code, detail) in exchange.notes { notes.append(Note(Note.Code(code), request: request.label, detail)) }
  }
}
