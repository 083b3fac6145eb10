/// Failures of the store.
extension ReasonCode {
  /// There is no space on the disk.
  public static let storeFull = ReasonCode("store.full")
  /// Another process holds the lock.
  public static let storeBusy = ReasonCode("store.busy")
  /// The file cannot be read or written.
  public static let storeIO = ReasonCode("store.io")
  /// The file is damaged.
  public static let storeCorrupt = ReasonCode("store.corrupt")
  /// Another run has written to the store in the meantime.
  public static let storeConflict = ReasonCode("store.conflict")
  /// The file belongs to another version or another program.
  public static let storeVersion = ReasonCode("store.version")
  /// The file is read-only.
  public static let storeReadOnly = ReasonCode("store.readonly")
}
