import Foundation
import GRDB
public import StoreInterface

extension SnapshotStore {
  /// Writes a consistent copy of the store, without free space. Other processes may write to the store meanwhile.
  ///
  /// The copy is flushed to the disk when this returns.
  /// - Parameter target: the path of the new store (mode 0600). There must be no file; after an error there is none.
  /// - Throws: `store.io` if there is a file or it cannot be created; `store.full` if there is no space.
  public func copy(to target: String) async throws(StoreError) {
    let target = URL(filePath: target).path(percentEncoded: false)
    try StoreFile.createNew(target)
    do throws(StoreError) {
      try await copy(intoEmpty: target)
      try StoreFile.syncFile(target)
    } catch {
      try? FileManager.default.removeItem(atPath: target)
      throw error
    }
  }

  /// Writes a copy into an existing empty file, such as a part file. Does not flush it to the disk.
  package func copy(intoEmpty path: String) async throws(StoreError) { try await connection.copy(to: path) }
}
