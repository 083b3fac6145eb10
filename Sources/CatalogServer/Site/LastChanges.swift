import Basics
import CampusCatalog
import CatalogDiff
import CatalogSession
import NIOCore
import OpeningHours
import SnapshotStore

/// The changes of a snapshot since the run that was last asked for. The pages of all campuses need the same ones.
final class LastChanges: Sendable {
  private struct Key: Hashable {
    let run: Int
    let name: String
    let style: RegionalStyle.Choice
  }

  private let known = Guarded<(key: Key, log: ChangeLog)?>(nil)

  /// - Parameter snapshot: always the same one.
  func log(
    since past: PastCatalog, named name: String, until snapshot: SiteSnapshot, _ style: RegionalStyle.Choice
  ) async throws -> ChangeLog {
    let key = Key(run: past.run.id, name: name, style: style)
    if let known = known.withLock({ $0 }), known.key == key { return known.log }
    let comparison = try CatalogComparison(CatalogText(past.parts, named: name), CatalogText(snapshot.document, named: "now"))
    try Task.checkCancellation()
    let moments = (past.run.generatedAt, snapshot.catalog.generatedAt)
    let dates = try await snapshot.session.store?.newDates(in: comparison, moments) ?? [:]
    let log = try ChangeLog(comparison, style: style, newDates: dates)
    known.withLock { $0 = (key, log) }
    return log
  }
}

extension CatalogText {
  /// Creates a text from the bytes of a catalog.
  fileprivate init(_ document: Representation, named name: String) {
    self.init(named: name) {
      var rest = document.body
      return { buffer in
        rest.readWithUnsafeReadableBytes { bytes in
          let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count))
          buffer.copyMemory(from: piece)
          return piece.count
        }
      }
    }
  }
}
