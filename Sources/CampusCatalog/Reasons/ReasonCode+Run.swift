/// Reasons for not requesting a feed.
extension ReasonCode {
  public static let notDue = ReasonCode("not.due")
  /// The run is limited to the store.
  public static let offline = ReasonCode("offline")
  /// The registry does not have the feed.
  public static let feedUnknown = ReasonCode("feed.unknown")
  public static let cancelled = ReasonCode("cancelled")
  public static let configDisabled = ReasonCode("config.disabled")
  /// The registry file of the feed sends variables of the environment and is not trusted.
  public static let configUntrusted = ReasonCode("config.untrusted")
  /// A request has no address.
  public static let configAddress = ReasonCode("config.address")
  /// The feed has hours, but its campus has no time zone.
  public static let noZone = ReasonCode("config.zone")
}

/// Reasons of the filters `aggregate work …`.
extension ReasonCode {
  /// A program reads the feed, and filters run no programs.
  public static let workProgram = ReasonCode("work.program")
  /// The feed was planned, but its result did not arrive.
  public static let workMissing = ReasonCode("work.missing")
  /// The entries of the last good result were lost.
  public static let workEntries = ReasonCode("work.entries")
}

/// Problems with recordings.
extension ReasonCode {
  /// A file of the recording cannot be read.
  public static let recordingUnreadable = ReasonCode("recording.unreadable")
  /// A required reply is not in the recording.
  public static let recordingIncomplete = ReasonCode("recording.incomplete")
}

/// Notes about a run.
extension ReasonCode {
  /// The catalog has the last good result of the feed.
  public static let stale = ReasonCode("stale")
  /// An optional reply is not in the recording.
  public static let requestMissing = ReasonCode("request.missing")
  /// The feed needs too many requests.
  public static let requestLimit = ReasonCode("request.limit")
  /// The deadline passed before entries were merged.
  public static let mergeSkipped = ReasonCode("merge.skipped")
  /// Several entries of one feed match the same entry, so none was merged.
  public static let mergeAmbiguous = ReasonCode("merge.ambiguous")
  /// Feeds have different values for a field.
  public static let mergeDisagreement = ReasonCode("merge.disagreement")
  /// A correction names an entry or field that does not exist, or changes nothing.
  public static let correctionUnused = ReasonCode("correction.unused")
}

/// Failures of the store.
extension ReasonCode {
  /// There is no space on the disk.
  public static let storeFull = ReasonCode("store.full")
  /// Another process holds the lock.
  public static let storeBusy = ReasonCode("store.busy")
  /// The file cannot be read or written.
  public static let storeIO = ReasonCode("store.io")
  public static let storeCorrupt = ReasonCode("store.corrupt")
  /// Another run has written to the store in the meantime.
  public static let storeConflict = ReasonCode("store.conflict")
  /// The file belongs to another version or another program.
  public static let storeVersion = ReasonCode("store.version")
  public static let storeReadOnly = ReasonCode("store.readonly")
}
