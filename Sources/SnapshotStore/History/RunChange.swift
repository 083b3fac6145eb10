import FeedKit
import Foundation
import GRDB
import OpeningHours
import StoreInterface

/// A run on its way in: its row, and the contents of it that are not kept yet, compressed. A class, because it is
/// large to copy.
final class RunChange: Sendable {
  private static let level: Int32 = 1

  let generatedAt: Instant
  let selection: RunSelection
  let campuses: ContentID
  let reports: ContentID
  let parts: ContentID
  let checked: String
  /// Nil where it is not known.
  let hash: ContentHashRow?
  let contents: [Content]
  private let members: [ContentID]

  /// - Parameter kept: which of its contents need not be written.
  init(_ run: RunUpdate, _ written: RunContents, kept: Set<ContentID>) throws(StoreError) {
    generatedAt = run.generatedAt
    selection = run.selection
    (campuses, reports, parts) = (written.all[0].id, written.all[1].id, written.all[2].id)
    checked = CheckTimes.write(run.feeds, from: run.generatedAt)
    members = written.members
    let (campuses, parts) = (campuses, parts)
    hash = run.contentHash.flatMap { ContentID(contentHash: $0) }.map { ContentHashRow(campuses: campuses, parts: parts, hash: $0) }
    var contents: [Content] = []
    for (id, bytes) in written.all where !kept.contains(id) {
      contents.append(try Content(packing: bytes, id: id, level: Self.level, "what a run wrote"))
    }
    self.contents = contents
  }

  func apply(in database: Database) throws {
    for content in contents { try Writing.insert(content, in: database) }
    // Somebody may have removed meanwhile what was seen to be kept. What an older list of parts names is there as long as the list.
    let isNew = contents.contains { $0.id == parts }
    for id in [campuses, reports, parts] + (isNew ? members : []) where try !Reading.isKept(id, in: database) {
      throw MissingContent()
    }
    let last = try Int.fetchOne(database.cachedStatement(sql: "SELECT max(id) FROM run")) ?? 0
    try database.execute(RunRow.insertion, with: RunRow(id: last + 1, self))
    if let hash, try ContentHashRow.hash(campuses: campuses, parts: parts, in: database) != hash.hash {
      try database.execute(ContentHashRow.insertion, with: hash)
    }
  }
}

/// What a run names is no longer stored.
struct MissingContent: Error {}
