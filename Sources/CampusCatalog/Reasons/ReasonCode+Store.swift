/// Why the store could not do what it was asked for.
extension ReasonCode {
  /// There is no room.
  public static let storeFull = ReasonCode("store.full")
  /// Another process holds the lock.
  public static let storeBusy = ReasonCode("store.busy")
  /// The file cannot be read or written.
  public static let storeIO = ReasonCode("store.io")
  /// The file is damaged.
  public static let storeCorrupt = ReasonCode("store.corrupt")
  /// Another run has written meanwhile.
  public static let storeConflict = ReasonCode("store.conflict")
  /// The file is of another version or another program.
  public static let storeVersion = ReasonCode("store.version")
  /// The file can only be read.
  public static let storeReadOnly = ReasonCode("store.readonly")
}
