/// Why a feed was not requested.
extension ReasonCode {
  /// The feed is not due yet.
  public static let notDue = ReasonCode("not.due")
  /// The run answers from the store.
  public static let offline = ReasonCode("offline")
  /// The registry does not have the feed.
  public static let feedUnknown = ReasonCode("feed.unknown")
  /// The run was stopped.
  public static let cancelled = ReasonCode("cancelled")
  /// The feed is switched off.
  public static let configDisabled = ReasonCode("config.disabled")
  /// A request has no address.
  public static let configAddress = ReasonCode("config.address")
  /// The feed has hours, and its campus has no time zone.
  public static let noZone = ReasonCode("config.zone")
}

/// Recordings.
extension ReasonCode {
  /// A file of the recording cannot be read.
  public static let recordingUnreadable = ReasonCode("recording.unreadable")
  /// A required reply is not in the recording.
  public static let recordingIncomplete = ReasonCode("recording.incomplete")
}

/// What is noted about a run.
extension ReasonCode {
  /// The last good result is served.
  public static let stale = ReasonCode("stale")
  /// An optional reply is not in the recording.
  public static let requestMissing = ReasonCode("request.missing")
  /// The feed wants more requests than one reading may make.
  public static let requestLimit = ReasonCode("request.limit")
  /// The deadline passed before entries of different feeds were merged.
  public static let mergeSkipped = ReasonCode("merge.skipped")
  /// Several entries of one feed match, so none was merged.
  public static let mergeAmbiguous = ReasonCode("merge.ambiguous")
  /// Feeds disagree about a value.
  public static let mergeDisagreement = ReasonCode("merge.disagreement")
  /// A correction names an entry or a field that is not there, or changes nothing.
  public static let correctionUnused = ReasonCode("correction.unused")
}
