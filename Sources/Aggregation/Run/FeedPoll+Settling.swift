import CampusCatalog
import Crypto
import FeedCore
import OpeningHours

extension FeedPoll {
  func settle(
    _ answers: Answers, _ state: inout FeedState, _ before: FeedState, _ result: inout FeedRun.Result, _ now: Instant
  ) async throws(TransportFailure) {
    state.lastPolledAt = now
    state.failures = 0
    state.lastFailure = nil
    state.notBefore = nil
    state.goneAt = []
    let due = now.adding(seconds: feed.cadence)
    // The server's word counts from its answer, which may have come long after the run began.
    state.nextDue = answers.freshness.map { $0 > 0 ? max(due, source.clock.moment(after: $0)) : due } ?? due
    result.nextDue = state.nextDue
    if answers.isUnconditional { state.lastUnconditionalAt = now }
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    var labels: Set<String> = []
    for answer in answers.replies {
      labels.insert(answer.label)
      remember(answer, answers, &state, &bodies, &result, now)
    }
    let isSame =
      before.lastGood != nil && !answers.isReset && Set(before.requests.keys) == labels
      && labels.allSatisfy { before.requests[$0]?.body == state.requests[$0]?.body }
    if let last = state.lastGood, isSame {
      return await confirm(last, answers, state, before, &result, now)
    }
    for label in state.requests.keys where !labels.contains(label) { state.requests[label] = nil }
    var replies: [FeedReply] = []
    for answer in answers.replies {
      if let reply = answer.reply {
        replies.append(reply)
      } else if let known = answer.known {
        replies.append(try await stored(known, answer.request))
      }
    }
    try await read(replies, answers, &state, before, bodies, &result, now)
  }

  /// What came with one answer, for the next time.
  func remember(
    _ answer: (label: String, request: FeedRequest, reply: FeedReply?, known: FeedState.RequestState?), _ answers: Answers,
    _ state: inout FeedState, _ bodies: inout [(sha256: String, bytes: [UInt8])], _ result: inout FeedRun.Result, _ now: Instant
  ) {
    guard let reply = answer.reply else {
      if let validators = answers.validators[answer.label] {
        state.requests[answer.label]?.validators = validators
        state.requests[answer.label]?.moved = moved(answer.known?.moved, answers.moved[answer.label], now, &result)
      }
      return
    }
    let sha256 = SHA256.hash(data: reply.body).hexadecimal
    if let known = answer.known, known.key == reply.exchange.key, known.body != sha256, !known.validators.isEmpty,
      known.validators == reply.validators || wasHidden(known, reply, answers, state, now)
    {
      state.distrustsValidators = true
      let event = FetchEvent(.warn, answers.isUnconditional ? "validators.untrusted" : "validators.lie", feed.id)
      source.log(event)
      result.report.notes.append(
        Note(
          Note.Code(event.event), request: answer.label, "the server hid other content behind its validators; they are not used any more")
      )
    }
    state.requests[answer.label] = FeedState.RequestState(
      key: reply.exchange.key, validators: reply.validators, body: sha256, url: reply.url ?? "", headers: KeptHeaders(reply.headers),
      receivedAt: reply.receivedAt ?? now, moved: moved(answer.known?.moved, answers.moved[answer.label], now, &result))
    bodies.append((sha256, reply.body))
  }

  /// For so long the server said that nothing had changed, and the first question without a condition shows that it had. A
  /// change that by the server's own word came after its last "not modified" is none of its faults.
  func wasHidden(_ known: FeedState.RequestState, _ reply: FeedReply, _ answers: Answers, _ state: FeedState, _ now: Instant) -> Bool {
    guard answers.isUnconditional, !state.distrustsValidators, let checkedAt = state.lastGood?.checkedAt else { return false }
    if let modified = reply.validators.lastModified.flatMap(HTTPDate.parse), modified >= checkedAt { return false }
    return checkedAt > known.receivedAt && now.seconds(since: known.receivedAt) >= Self.longestCondition
  }

  /// A permanent redirect is proposed for the registry when it has held for a week and ten sightings.
  func moved(_ old: FeedState.Moved?, _ url: String?, _ now: Instant, _ result: inout FeedRun.Result) -> FeedState.Moved? {
    guard let url else { return nil }
    var moved = old?.url == url ? old ?? FeedState.Moved(url: url, count: 0, since: now) : FeedState.Moved(url: url, count: 0, since: now)
    moved.count += 1
    var event = FetchEvent(.info, "redirect.permanent", feed.id)
    event.url = PublicAddress.withoutSecrets(url)
    event.fields = [.init("n", moved.count)]
    source.log(event)
    if moved.count >= 10, now.seconds(since: moved.since) >= 7 * 86_400 {
      result.report.notes.append(
        Note(
          Note.Code("redirect.permanent"),
          "the address has moved for good to \(PublicAddress.withoutSecrets(url)); change it in a registry file"))
    }
    return moved
  }
}
