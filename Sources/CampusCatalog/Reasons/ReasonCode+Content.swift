/// Reasons to reject content. Errors in JSON have the codes of `JSONError` and `JSONFieldError`.
extension ReasonCode {
  /// The reply does not have the structure of any known version of the feed.
  public static let wrongShape = ReasonCode("schema.shape")
  /// The reply is not a calendar, or has no end.
  public static let calendarSyntax = ReasonCode("ical.syntax")
  /// Too many records were set aside.
  public static let drift = ReasonCode("schema.drift")
  /// The replies of the feed are too large.
  public static let tooManyBytes = ReasonCode("limit.bytes")
  /// The entries are much larger than the replies they come from.
  public static let entriesTooLarge = ReasonCode("limit.entries")
}

/// Reasons to hold back a result.
extension ReasonCode {
  public static let guardEmpty = ReasonCode("guard.empty")
  /// Too many entries are missing.
  public static let guardShrink = ReasonCode("guard.shrink")
  /// There are far more entries than before.
  public static let guardGrowth = ReasonCode("guard.growth")
  /// Most ids are new.
  public static let guardChurn = ReasonCode("guard.churn")
}

/// Notes about values of records.
extension ReasonCode {
  /// A value was left out because it is not a web address.
  public static let url = ReasonCode("field.url")
  /// A term is not in the list of known terms.
  public static let word = ReasonCode("field.unknown_word")
  /// Hours were ambiguous and were read by a rule of the feed.
  public static let hours = ReasonCode("hours.rule")
  /// Hours could not be read and are unknown.
  public static let hoursUnknown = ReasonCode("hours.unknown")
  /// A position is impossible or far from the campus.
  public static let location = ReasonCode("location.odd")
  public static let text = ReasonCode("text.repaired")
  /// Control characters were removed from text.
  public static let controls = ReasonCode("text.controls")
  /// Runs of more than 30 combining marks were shortened.
  public static let marks = ReasonCode("text.marks")
  /// Records were left out by a rule of the feed, such as hidden ones.
  public static let skipped = ReasonCode("record.skipped")
  public static let duplicateID = ReasonCode("record.duplicate")
  /// A page of a list begins like an earlier one and was skipped.
  public static let pageRepeats = ReasonCode("page.repeats")
  /// Layers of a schedule were left out.
  public static let layers = ReasonCode("limit.layers")
  /// Dishes of a menu were left out, because it has too many.
  public static let menuDishes = ReasonCode("menu.dishes")
  /// Dishes were left out, because their date could not be read.
  public static let menuDate = ReasonCode("menu.date")
  /// Menus were left out, because their days are too far ahead.
  public static let menuLater = ReasonCode("menu.later")
  /// Menus are in several replies.
  public static let menuRepeated = ReasonCode("menu.repeated")
  /// Menus were left out, because several places of the feed have the same id.
  public static let menuPlace = ReasonCode("menu.place")
  /// A price was left out, because it could not be read.
  public static let menuPrice = ReasonCode("menu.price")
  /// Dishes were left out by a rule of the feed, such as those of closed meals.
  public static let menuSkipped = ReasonCode("menu.skipped")
  /// Texts between dishes were left out.
  public static let menuText = ReasonCode("menu.text")
  /// Dishes without a name, or with "-" or "closed" instead, were left out.
  public static let menuUnnamed = ReasonCode("menu.unnamed")
  /// Further notes were left out.
  public static let notes = ReasonCode("limit.notes")
  /// A reply begins with a byte order mark.
  public static let byteOrderMark = ReasonCode("json.bom")
  /// An object has two keys that are the same text in different Unicode forms.
  public static let lookalikeKeys = ReasonCode("json.lookalike_keys")
}

/// Reasons why an entry is no longer in a feed.
extension ReasonCode {
  /// The event or alert has ended, or the day of the menu is over.
  public static let eventEnded = ReasonCode("event.ended")
  /// The feed no longer lists it.
  public static let feedRemoved = ReasonCode("feed.removed")
}
