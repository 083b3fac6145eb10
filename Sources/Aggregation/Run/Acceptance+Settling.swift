import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import StoreInterface

extension Acceptance {
  /// The state of a feed after a poll that was answered, before its content is looked at.
  struct Settled {
    var state: FeedState
    /// New bodies that the state names.
    var bodies: [(sha256: String, bytes: [UInt8])] = []
    var notes: [Note] = []
    var events: [FetchEvent] = []

    /// An optional reply that cannot be read leaves nothing behind: it is requested again as if it had not come.
    mutating func forget(_ unread: FeedReader.Unread, _ known: FeedState) {
      let body = state.requests[unread.label]?.body
      state.requests[unread.label] = known.requests[unread.label]
      // Whether validators contradict the content cannot be told from what could not be read.
      state.distrustedAt = known.distrustedAt
      if !state.requests.values.contains(where: { $0.body == body }) { bodies.removeAll { $0.sha256 == body } }
    }
  }

  func settle(_ replies: FeedReplies, _ known: FeedState) -> Settled {
    var settled = Settled(state: known)
    settled.state.lastPolledAt = now
    settled.state.failures = 0
    settled.state.lastFailure = nil
    settled.state.notBefore = replies.notBefore
    settled.state.goneAt = []
    let due = now.adding(seconds: feed.cadence)
    settled.state.nextDue = freshUntil.map { max(due, $0) } ?? due
    if replies.isUnconditional { settled.state.lastUnconditionalAt = now }
    for answer in replies.answers { settle(answer, replies, &settled) }
    let labels = Set(replies.answers.map(\.label))
    for label in settled.state.requests.keys where !labels.contains(label) { settled.state.requests[label] = nil }
    return settled
  }

  private func settle(_ answer: FeedReplies.Answer, _ replies: FeedReplies, _ settled: inout Settled) {
    guard let fetched = answer.fetched, let sha256 = answer.sha256 else {
      // What the answer is about, even if another run has stored something else meanwhile.
      var state = answer.known
      if let validators = answer.validators {
        state?.validators = replies.isOnlyPage(answer) ? Validators() : validators
        if let headers = answer.headers { state?.headers = headers }
        state?.moved = moved(answer, &settled)
      }
      settled.state.requests[answer.label] = state
      return
    }
    if let known = answer.known, known.key == fetched.exchange.key, known.body != sha256,
      answer.isHidden || isContradiction(known.validators, fetched.validators, replies)
    {
      settled.state.distrustedAt = Instant(secondsSinceEpoch: now.secondsSinceEpoch)
      let reason: ReasonCode = replies.isUnconditional ? .validatorsUntrusted : .validatorsLie
      settled.events.append(FetchEvent(.warn, reason.description, feed.id))
      settled.notes.append(
        Note(
          reason, request: answer.label, "the server hid other content behind its validators; they are not used for 8 days"
        )
      )
    }
    let reply = fetched.reply
    settled.state.requests[answer.label] = FeedState.RequestState(
      key: fetched.exchange.key, validators: replies.isOnlyPage(answer) ? Validators() : fetched.validators, body: sha256,
      url: reply.url ?? "", headers: StoredHeaders(reply.headers), receivedAt: reply.receivedAt ?? now, moved: moved(answer, &settled))
    settled.bodies.append((sha256, reply.body))
  }

  /// Whether the validators of a reply promise the bytes of the one before it, which it does not have. A new date beside the old tag, in
  /// an answer to that tag, takes the promise back.
  private func isContradiction(_ known: Validators, _ came: Validators, _ replies: FeedReplies) -> Bool {
    known.isStrong && came.isStrong && known.hasSameTag(as: came) && (replies.isUnconditional || known == came)
  }

  /// A permanent redirect is proposed for the registry once it has held for a week and ten sightings.
  private func moved(_ answer: FeedReplies.Answer, _ settled: inout Settled) -> FeedState.Moved? {
    guard let url = answer.movedTo else { return nil }
    let first = FeedState.Moved(url: url, count: 0, since: now)
    var moved = answer.known?.moved.flatMap { $0.url == url ? $0 : nil } ?? first
    moved.count += 1
    var event = FetchEvent(.info, "redirect.permanent", feed.id)
    event.url = PublicAddress.withoutSecrets(url)
    event.fields = [.init("n", moved.count)]
    settled.events.append(event)
    if moved.count >= 10, now.seconds(since: moved.since) >= 7 * 86_400 {
      settled.notes.append(
        Note(
          .redirectPermanent,
          "the address has moved for good to \(PublicAddress.withoutSecrets(url)); change it in a registry file"))
    }
    return moved
  }
}

extension FeedReplies {
  /// The replies that were used: the last accepted ones instead of those that could not be read.
  func replacing(_ unread: [FeedReader.Unread], _ known: FeedState) -> FeedReplies {
    guard !unread.isEmpty else { return self }
    var replies = self
    replies.answers = answers.compactMap { answer in
      guard unread.contains(where: { $0.label == answer.label }) else { return answer }
      return known.lastAccepted(answer.label).map { Answer(request: answer.request, known: $0) }
    }
    return replies
  }
}

extension FeedState {
  /// The last accepted reply to a request, unless another address or another key gave it.
  func lastAccepted(_ label: String) -> RequestState? {
    guard lastGood != nil, let known = requests[label], !known.key.isEmpty else { return nil }
    return known
  }
}
