import FeedKit
import Foundation
import GRDB
import OpeningHours
import StoreInterface

/// A run that is ready to be written: the values of its row, and its new contents, compressed. A class, because it is large to copy.
final class PreparedRun: Sendable {
  private static let level: Int32 = 1

  let generatedAt: Instant
  let selection: RunSelection
  let campuses: ContentID
  let reports: ContentID
  let parts: ContentID
  let checked: String
  /// Nil if the content hash is not known.
  let hash: ContentHashRow?
  /// The contents that are not stored yet.
  let contents: [StoredContent]
  /// The contents that the list of parts names.
  private let entryContents: [ContentID]

  /// - Parameter stored: the contents that are already stored.
  /// - Throws: `store.full` if a content is larger than `StoredContent.largest`.
  init(_ run: RunUpdate, _ runContents: RunContents, stored: Set<ContentID>) throws(StoreError) {
    generatedAt = run.generatedAt
    selection = run.selection
    (campuses, reports, parts) = (runContents.all[0].id, runContents.all[1].id, runContents.all[2].id)
    checked = CheckTimes.write(run.feeds, from: run.generatedAt)
    entryContents = runContents.entryContents
    let (campuses, parts) = (campuses, parts)
    hash = run.contentHash.flatMap { ContentID(contentHash: $0) }.map { ContentHashRow(campuses: campuses, parts: parts, hash: $0) }
    var contents: [StoredContent] = []
    for (id, bytes) in runContents.all where !stored.contains(id) {
      contents.append(try StoredContent(packing: bytes, id: id, level: Self.level, "what a run wrote"))
    }
    self.contents = contents
  }

  /// Writes the run, inside a transaction of the caller.
  ///
  /// - Throws: `MissingContent` if a content that was already stored has been removed meanwhile.
  func apply(in database: Database) throws {
    for content in contents { try StoreWrites.insert(content, in: database) }
    // The contents of a list of parts that was already stored exist as long as that list.
    let isNew = contents.contains { $0.id == parts }
    for id in [campuses, reports, parts] + (isNew ? entryContents : []) where try !StoreQueries.containsContent(id, in: database) {
      throw MissingContent()
    }
    let last = try Int.fetchOne(database.cachedStatement(sql: "SELECT max(id) FROM run")) ?? 0
    try database.execute(RunRow.insertion, with: RunRow(id: last + 1, self))
    if let hash, try ContentHashRow.hash(campuses: campuses, parts: parts, in: database) != hash.hash {
      try database.execute(ContentHashRow.insertion, with: hash)
    }
  }
}

/// The error for a run that refers to a content that is no longer stored.
struct MissingContent: Error {}
