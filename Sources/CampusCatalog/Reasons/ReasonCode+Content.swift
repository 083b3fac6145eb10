/// Why content is refused. (What the JSON readers refuse has the codes of `JSONError` and `JSONFieldError`.)
extension ReasonCode {
  /// The outermost values are not those of any known version of the feed.
  public static let wrongShape = ReasonCode("schema.shape")
  /// Too many records had to be set aside.
  public static let drift = ReasonCode("schema.drift")
  /// More decoded bytes than a feed may have.
  public static let tooManyBytes = ReasonCode("limit.bytes")
  /// Entries that take much more room than what they were made of.
  public static let entriesTooLarge = ReasonCode("limit.entries")
}

/// Why a result is held back.
extension ReasonCode {
  /// There is nothing in it.
  public static let guardEmpty = ReasonCode("guard.empty")
  /// Too many entries are missing.
  public static let guardShrink = ReasonCode("guard.shrink")
  /// There are far more entries than before.
  public static let guardGrowth = ReasonCode("guard.growth")
  /// Most ids are new.
  public static let guardChurn = ReasonCode("guard.churn")
}

/// What is noted about values of records.
extension ReasonCode {
  /// A value was left out because it is not a web address.
  public static let url = ReasonCode("field.url")
  /// A word that is not in the list of known words.
  public static let word = ReasonCode("field.unknown_word")
  /// Hours that can be read in several ways were read by the feed's rule.
  public static let hours = ReasonCode("hours.rule")
  /// Hours that could not be read: unknown.
  public static let hoursUnknown = ReasonCode("hours.unknown")
  /// A position that is impossible or far from the campus.
  public static let location = ReasonCode("location.odd")
  /// Text was repaired where that is unambiguous.
  public static let text = ReasonCode("text.repaired")
  /// Control characters were left out of texts.
  public static let controls = ReasonCode("text.controls")
  /// Combining marks beyond 30 in a row were left out of texts.
  public static let marks = ReasonCode("text.marks")
  /// Another record has the same id.
  public static let duplicateID = ReasonCode("record.duplicate")
  /// Layers of a schedule were left out.
  public static let layers = ReasonCode("limit.layers")
  /// Notes were left out; the note counts them.
  public static let notes = ReasonCode("limit.notes")
  /// The text begins with a byte order mark.
  public static let byteOrderMark = ReasonCode("json.bom")
  /// Two keys of an object are the same text in two Unicode forms.
  public static let lookalikeKeys = ReasonCode("json.lookalike_keys")
}

/// Why an entry is no longer in a feed.
extension ReasonCode {
  /// The event or alert was over.
  public static let eventEnded = ReasonCode("event.ended")
  /// The feed no longer lists it.
  public static let feedRemoved = ReasonCode("feed.removed")
}
