import CampusCatalog
import FeedKit
import Fetching
import OpeningHours

extension Acceptance {
  /// Returns when the next poll is due after a successful one: after the longer of cadence and freshness, but at the campus's next midnight
  /// at the latest if entries or addresses depend on the date.
  func nextDue(after replies: FeedReplies) -> Instant {
    let due = replies.freshUntil.map { max(now.adding(seconds: feed.cadence), $0) } ?? now.adding(seconds: feed.cadence)
    let dependsOnDate = reading.adapter.manifest.usesDateOfReceipt || replies.answers.contains(where: \.request.isDated)
    return dependsOnDate ? min(due, midnight ?? due) : due
  }

  /// The campus's next midnight; nil without a time zone.
  var midnight: Instant? {
    feed.campus.timeZone.flatMap { zone in zone.local(now).date.adding(days: 1).flatMap { zone.start(of: $0) } }
  }

  /// Returns the update for a successful poll, before its content is judged; adds notes and events to a decision. The state of requests
  /// that were not sent is dropped.
  func settle(_ replies: FeedReplies, _ known: FeedState, _ decision: inout FeedDecision) -> FeedUpdate {
    var update = FeedUpdate(known)
    update.state.lastPolledAt = now
    update.state.failures = 0
    update.state.lastFailure = nil
    update.state.notBefore = replies.notBefore
    update.state.goneAt = []
    update.state.nextDue = nextDue(after: replies)
    if replies.isUnconditional { update.state.lastUnconditionalAt = now }
    update.state.requests = [:]
    for answer in replies.answers { settle(answer, replies, &update, &decision) }
    return update
  }

  /// Updates the state of one request. A 304 updates validators and headers; a reply replaces everything, and shows whether the previous
  /// validators contradict the content.
  private func settle(_ answer: FeedReplies.Answer, _ replies: FeedReplies, _ update: inout FeedUpdate, _ decision: inout FeedDecision) {
    guard let reply = answer.reply, let exchange = answer.exchange, let sha256 = answer.sha256 else {
      // The state that the answer refers to, even if another run has stored a different one in the meantime.
      var state = answer.known
      if let known = answer.known, let exchange = answer.exchange {
        state?.validators = replies.isOnlyPage(answer) ? Validators() : known.validators.updated(by: exchange.validators)
        if let headers = exchange.headers { state?.headers = headers }
        if reading.adapter.manifest.usesDateOfReceipt { state?.receivedAt = now }
        state?.moved = moved(answer, &decision)
      }
      update.state.requests[answer.label] = state
      return
    }
    if let known = answer.known, known.key == exchange.key, known.body != sha256,
      answer.isHidden || isContradiction(known.validators, exchange.validators, replies)
    {
      update.state.distrustedAt = Instant(secondsSinceEpoch: now.secondsSinceEpoch)
      let reason: ReasonCode = replies.isUnconditional ? .validatorsUntrusted : .validatorsLie
      decision.events.append(FetchEvent(.warn, reason.description, feed.id))
      decision.report.notes.append(
        Note(reason, request: answer.label, "the server's validators contradict its content; they are not used for 8 days"))
    }
    update.state.requests[answer.label] = FeedState.RequestState(
      key: exchange.key, validators: replies.isOnlyPage(answer) ? Validators() : exchange.validators, body: sha256,
      url: reply.url ?? "", headers: StoredHeaders(reply.headers), receivedAt: reply.receivedAt ?? now, moved: moved(answer, &decision))
    update.bodies.append((sha256, reply.body))
  }

  /// Returns whether the validators of a reply with new bytes promise the bytes of the previous one. In a reply to a conditional request,
  /// the same tag with a new date does not count.
  private func isContradiction(_ known: Validators, _ received: Validators, _ replies: FeedReplies) -> Bool {
    known.isStrong && received.isStrong && known.hasSameTag(as: received) && (replies.isUnconditional || known == received)
  }

  /// Updates the record of a permanent redirect. Once seen ten times over a week, it is proposed for the registry.
  private func moved(_ answer: FeedReplies.Answer, _ decision: inout FeedDecision) -> FeedState.Moved? {
    guard let url = answer.exchange?.movedTo else { return nil }
    let first = FeedState.Moved(url: url, count: 0, since: now)
    var moved = answer.known?.moved.flatMap { $0.url == url ? $0 : nil } ?? first
    moved.count += 1
    let shown = PublicAddress.withoutSecrets(url)
    decision.events.append(FetchEvent(.info, "redirect.permanent", feed.id, url: shown, fields: [LogField("n", moved.count)]))
    if moved.count >= 10, now.seconds(since: moved.since) >= 7 * 86_400 {
      decision.report.notes.append(
        Note(.redirectPermanent, "the feed has moved permanently to \(shown); change it in a registry file"))
    }
    return moved
  }
}

extension FeedUpdate {
  /// An optional reply that cannot be read is not stored: it is requested again as if it had not been received.
  mutating func forget(_ unread: FeedReader.Unread, _ known: FeedState, of feed: Feed) {
    let body = state.requests[unread.label]?.body
    state.requests[unread.label] = known.last(unread.request, of: feed)
    // An unreadable reply does not show whether validators contradict the content.
    state.distrustedAt = known.distrustedAt
    if !state.requests.values.contains(where: { $0.body == body }) { bodies.removeAll { $0.sha256 == body } }
  }
}

extension FeedReplies {
  /// Returns the replies that were used: the last accepted ones instead of unreadable ones.
  func replacing(_ unread: [FeedReader.Unread], _ known: FeedState, of feed: Feed) -> FeedReplies {
    guard !unread.isEmpty else { return self }
    var replies = self
    replies.answers = answers.compactMap { answer in
      guard unread.contains(where: { $0.label == answer.label }) else { return answer }
      return known.lastAccepted(answer.request, of: feed).map { Answer(request: answer.request, known: $0) }
    }
    return replies
  }
}

extension FeedState {
  /// Returns the last accepted reply to a request, if its address and key are the same.
  func lastAccepted(_ request: FeedRequest, of feed: Feed) -> RequestState? {
    guard lastGood != nil, let known = last(request, of: feed), !known.key.isEmpty else { return nil }
    return known
  }

  /// Returns the state of a request; nil if there is none. If the campus's date is part of its address, it is the state of the same address,
  /// which may have been a different page the day before.
  func last(_ request: FeedRequest, of feed: Feed) -> RequestState? {
    guard request.isDated else { return requests[request.label] }
    let keys = request.addresses.map { feed.requestKey(for: $0.url) }
    // Requests may share an address, such as that of a mirror; the same one of them is chosen each time.
    if let own = requests[request.label], keys.contains(own.key) { return own }
    return requests.filter { keys.contains($0.value.key) }.min { $0.key < $1.key }?.value
  }
}
