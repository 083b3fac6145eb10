extension SnapshotStore {
  /// Writes a consistent copy of the store, without free space, into an empty file, such as a part file. Other processes may write to the
  /// store meanwhile. Does not flush the copy to the disk.
  ///
  /// - Throws: `store.io` if the file cannot be written or is not empty; `store.full` if there is no space.
  package func copy(intoEmpty path: String) async throws(StoreError) { try await connection.copy(to: path) }
}
