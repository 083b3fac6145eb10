public import FeedKit
import Foundation
import GRDB
public import StoreInterface

extension SnapshotStore {
  /// Writes a copy of all that the store holds at one moment, without free room, also while others write. It is a store of its own.
  ///
  /// - Parameter target: there must be no file; it is made for its owner only. One that could not be finished is deleted.
  public func copy(to target: String) async throws(StoreError) {
    let target = URL(filePath: target).path(percentEncoded: false)
    try StoreFile.createNew(target)
    do throws(StoreError) {
      try await copy(intoEmpty: target)
      try StoreFile.bringToDisk(target)
    } catch {
      try? FileManager.default.removeItem(atPath: target)
      throw error
    }
  }

  /// Writes a copy, as `copy(to:)` does, into an empty file that is there already, such as a part file. It is not brought to the disk.
  package func copy(intoEmpty path: String) async throws(StoreError) { try await connection.copy(to: path) }
}
