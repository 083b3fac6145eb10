import FeedKit
import Fetching

/// Falls back to mirrors if an address sends unusable content.
extension FeedReader {
  /// Returns whether there are mirrors left that may have better content.
  ///
  /// - Parameter label: the label of the request at fault; nil if it is not known.
  func hasMirrors(for failure: FeedFailure, of label: String?, _ replies: FeedReplies) -> Bool {
    mirrored(failure, of: label, replies) != nil
  }

  /// Replaces an unusable reply and the pages that follow it with a mirror's.
  func askMirrors(
    after failure: FeedFailure, of label: String?, _ replies: inout FeedReplies, knowing state: FeedState
  ) async throws(FeedFailure) {
    guard let index = mirrored(failure, of: label, replies), let exchange = replies.answers[index].exchange else { throw failure }
    let request = replies.answers[index].request
    let mirrors = mirrors(after: replies.answers[index])
    let first = exchange.primaryFailure.map { FeedFailure($0) } ?? failure
    let earlier = TransportFailure(first.reason, first.detail, fields: first.fields)
    let tail = replies.answers[index...]
    // Dates do not follow from each other.
    let follows = { (other: FeedReplies.Answer) in
      other.request.name == request.name && (request.dates == nil || other.label == request.label)
    }
    replies.answers.removeSubrange(index...)
    replies.notes.removeAll { note in note.code.group == .mirror && tail.contains { follows($0) && $0.label == note.request } }
    replies.unreadable = nil
    try await collect([request.with(mirrors)], after: earlier, into: &replies, knowing: state)
    replies.answers += tail.filter { !follows($0) }
  }

  /// Returns the index of the answer to replace; nil if no mirror can help.
  private func mirrored(_ failure: FeedFailure, of label: String?, _ replies: FeedReplies) -> Int? {
    guard !replies.hasNoMirrors,
      failure.reason == .guardEmpty || failure.reason.isContentFailure
    else { return nil }
    return replies.answers.firstIndex { ($0.label == label || label == nil) && !mirrors(after: $0).isEmpty }
  }

  /// Returns the addresses after the one that sent a reply.
  private func mirrors(after answer: FeedReplies.Answer) -> [FeedAddress] {
    guard let reply = answer.reply, let exchange = answer.exchange else { return [] }
    let addresses = reply.request.addresses
    let inOrder = addresses.filter { !$0.isFrozen } + addresses.filter(\.isFrozen)
    guard let index = inOrder.firstIndex(where: { feed.requestKey(for: $0.url) == exchange.key }) else { return [] }
    return Array(inOrder[(index + 1)...])
  }
}
