import Aggregation
import Basics
import CampusCatalog
import GRDB

/// A feed update with its contents verified and compressed, before the transaction begins, so that this does not prolong the write lock.
struct PreparedFeedUpdate: Sendable {
  /// The zstd level of bodies, which are rarely read: only when the adapter of a feed has changed.
  private static let bodyLevel: Int32 = 3
  /// The zstd level of entries, which every run reads.
  private static let entriesLevel: Int32 = 1

  /// The update without its bodies.
  let update: FeedUpdate
  /// The row of the last good result, which has no number yet; nil if there is none.
  let result: SnapshotRow?
  let requests: [RequestRow]
  /// Contents that may be new: the entries first, then bodies that a request of the state names. Other bodies of the update are
  /// dropped.
  let contents: [StoredContent]

  /// Verifies and compresses an update.
  ///
  /// - Throws: `store.corrupt` if a content does not have the SHA-256 that the state names, or a name is not an SHA-256; `store.full`
  ///   for a content of more than `StoredContent.largest` bytes.
  init(_ update: FeedUpdate) throws(StoreError) {
    let (state, feed) = (update.state, update.state.feed)
    requests = try state.requests.map { (label, request) throws(StoreError) in
      let body = try ContentID(request.body, "the request \(label) of \(feed) names its body")
      return RequestRow(feed: feed.description, label: label, body: body, state: request)
    }
    result = try state.lastGood.map { (lastGood) throws(StoreError) in
      let content = try ContentID(lastGood.content, "the result of \(feed) names its content")
      return SnapshotRow(id: 0, feed: feed.description, content: content, result: lastGood)
    }
    var contents: [StoredContent] = []
    if let entries = update.entries {
      contents.append(try Self.packed(entries, result?.content, Self.entriesLevel, "the list of entries of \(feed)"))
    }
    // A run in which all feeds are current prepares many updates without bodies.
    let named = update.bodies.isEmpty ? [] : Set(state.requests.values.map(\.body))
    for (sha256, bytes) in update.bodies where named.contains(sha256) {
      contents.append(try Self.packed(bytes, ContentID(sha256), Self.bodyLevel, "a body of \(feed)"))
    }
    self.contents = contents
    var update = update
    update.bodies = []
    self.update = update
  }

  /// Compresses a content after verifying its name.
  private static func packed(_ content: [UInt8], _ name: ContentID?, _ level: Int32, _ what: String) throws(StoreError) -> StoredContent {
    let id = SHA256.hash(content)
    guard name == id else { throw StoreError(.storeCorrupt, "\(what) does not match its SHA-256") }
    return try StoredContent(packing: content, id: id, level: level, what)
  }

  /// An estimate of the bytes that the update adds to the file.
  var size: Int { contents.reduce(4096) { $0 + $1.bytes.count } }

  /// Whether result, requests and bodies are the same as before, so that only times and validators change.
  private func onlyConfirms(_ known: FeedState) -> Bool {
    contents.isEmpty && requests.count == known.requests.count
      && requests.allSatisfy { known.requests[$0.label]?.body == $0.state.body }
      && result?.result.isSameResult(as: known.lastGood) == true
  }
}

// MARK: - Writing

extension PreparedFeedUpdate {
  /// Writes the contents, the result with its changes, the feed, its requests, and the links to bodies; then removes bodies that
  /// nothing refers to.
  ///
  /// - Returns: false if nothing was written because another run has written the state of the feed since it was read. A confirmation is
  ///   dropped in that case, and the result is true.
  func apply(in database: Database) throws -> Bool {
    let state = update.state
    let query = "SELECT snapshot, last_polled_at, requests, check_sum FROM feed WHERE id = ?"
    let stored = try database.rows(query, [state.feed.description]) { row in
      (snapshot: row.optionalInteger(), lastPolledAt: row.optionalInstant(), requests: row.integer(), checkSum: Int64(row.integer()))
    }.next()
    // Every write changes the row's checksum.
    guard state.revision.allows(stored?.checkSum) else { return update.confirmed != nil }
    if let confirmed = update.confirmed {
      // Another run may have polled the feed in the meantime and got a newer result or a Retry-After.
      guard let snapshot = stored?.snapshot, stored?.lastPolledAt == confirmed.lastPolledAt else { return true }
      if onlyConfirms(confirmed) {
        if stored?.requests == confirmed.requests.count { try confirm(snapshot, after: confirmed, in: database) }
        return true
      }
    }
    let current = try stored?.snapshot.flatMap { try SnapshotRow.row($0, in: database) }
    if let confirmed = update.confirmed, current?.result.isSameResult(as: confirmed.lastGood) != true { return true }
    for content in contents { try database.insert(content) }
    let (snapshot, isNew) = try writeResult(over: current, in: database)
    if let snapshot, isNew, let lines = update.entries, let result {
      try database.recordChanges(
        lines, of: (snapshot, result.result.acceptedAt), isStream: update.isStream, in: update.zone, since: current)
    }
    try writeFeed(snapshot, in: database)
    if let upstream = UpstreamRow(state, result?.content) {
      try upstream.insert(in: database)
    } else {
      try database.execute("DELETE FROM upstream WHERE feed = ?", [state.feed.description])
    }
    if let old = current?.content, isNew, let new = result?.content { try database.patch(old, from: new) }
    let released = try replaceRequests(in: database)
    if let snapshot, isNew, !update.isStream {
      // Record which bodies the result was read from.
      for request in requests { try BodyRow(snapshot: snapshot, request).insert(in: database) }
    }
    let removal = """
      DELETE FROM content WHERE sha256 = ?1
        AND NOT EXISTS (SELECT 1 FROM request WHERE body = ?1)
        AND NOT EXISTS (SELECT 1 FROM snapshot_body WHERE sha256 = ?1)
        AND NOT EXISTS (SELECT 1 FROM snapshot WHERE content = ?1)
        AND NOT EXISTS (SELECT 1 FROM patch WHERE base = ?1)
      """
    let inOrder = released.sorted { $0.key.description < $1.key.description }
    for (content, _) in inOrder { try database.execute(removal, [content]) }
    for (old, new) in inOrder { if let new { try database.patch(old, from: new) } }
    return true
  }

  /// Writes a confirmation that changes only times, notes and validators. Nearly all confirmations are of this kind. The row of the feed
  /// shows whether the feed was polled in the meantime, so the state need not be read again.
  private func confirm(_ snapshot: Int, after known: FeedState, in database: Database) throws {
    guard var row = result else { return }
    row.id = snapshot
    // Matches the row only if it is still the same result.
    try row.execute(SnapshotRow.update, in: database)
    guard database.changesCount == 1 else { return }
    for request in requests where known.requests[request.label] != request.state { try request.insert(in: database) }
    try writeFeed(snapshot, in: database)
  }

  private func writeFeed(_ snapshot: Int?, in database: Database) throws {
    let requests = update.state.requests.count
    try FeedRow(state: update.state, isStream: update.isStream, snapshot: snapshot, requests: requests).insert(in: database)
  }

  /// Inserts a row for a new result; updates the row of a confirmed one. The number is nil if there is no result.
  private func writeResult(over current: SnapshotRow?, in database: Database) throws -> (id: Int?, isNew: Bool) {
    guard var row = result else { return (nil, false) }
    if let current, current.result.isSameResult(as: row.result) {
      row.id = current.id
      try row.execute(SnapshotRow.update, in: database)
      return (row.id, false)
    }
    row.id = (try database.integer("SELECT max(id) FROM snapshot") ?? 0) + 1
    try row.insert(in: database)
    return (row.id, true)
  }

  /// Writes the requests that differ. Returns the bodies that this feed's requests no longer name, each with the body that replaces it, if
  /// there is one.
  private func replaceRequests(in database: Database) throws -> [ContentID: ContentID?] {
    let feed = update.state.feed.description
    var old: [String: RequestRow] = [:]
    try RequestRow.rows("WHERE feed = ?", [feed], in: database).forEach { old[$0.label] = $0 }
    let bodies = Dictionary(requests.map { ($0.label, $0.body) }) { first, _ in first }
    let kept = Set(bodies.values)
    var released: [ContentID: ContentID?] = [:]
    for request in old.values.sorted(by: { $0.label < $1.label }) where !kept.contains(request.body) {
      released[request.body] = .some(bodies[request.label])
    }
    for request in requests {
      if old.removeValue(forKey: request.label)?.state == request.state { continue }
      try request.insert(in: database)
    }
    for label in old.keys { try database.execute("DELETE FROM request WHERE feed = ? AND label = ?", [feed, label]) }
    return released
  }
}
