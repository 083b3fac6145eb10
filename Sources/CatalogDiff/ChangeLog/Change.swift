import CampusCatalog

/// One change of an entry or a campus, described in words.
public struct Change: Sendable, Hashable {
  /// How much a change matters to users of the catalog, in ascending order.
  ///
  /// `breaking` changes are a place that is gone, another id, and hours that are no longer known. `suspicious` changes may be faults of the
  /// feed, such as a place that moved more than 500 m, or that lost a third of its week. All others are `routine`.
  public enum Rank: String, Sendable, Hashable, CaseIterable, Comparable {
    case routine, suspicious, breaking

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
  }

  /// The kind of a change, by a stable name such as `gone`, `hours` or `position`. The set is open.
  public struct Code: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral: String) { rawValue = stringLiteral }

    /// The code for a change of a whole field, which has the same name.
    init(_ field: Entry.Field) { rawValue = field.rawValue }

    /// An entry is new.
    public static let added: Code = "added"
    public static let name: Code = "name"
    /// An entry has a new id, according to an alias.
    public static let id: Code = "id"
    /// An entry was paired with a removed one.
    public static let possibleID: Code = "id.possible"
    /// An entry is no longer listed.
    public static let gone: Code = "gone"
    public static let hours: Code = "hours"
    /// Special hours are over.
    public static let hoursEnded: Code = "hours.special-ended"
    /// The hours of dates that became known differ from the usual ones, for the first time.
    public static let hoursUnusual: Code = "hours.unusual"
    /// The usual week has changed.
    public static let hoursWeek: Code = "hours.week"
    public static let hoursVanished: Code = "hours.vanished"
    public static let hoursZone: Code = "hours.zone"

    /// Whether the change is one of the opening hours.
    var isAboutHours: Bool { self == .hours || rawValue.hasPrefix("hours.") }
  }

  public let code: Code
  /// The key of the field in the catalog; nil for a change of the entry as a whole.
  public let field: String?
  /// A phrase for people, such as "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00".
  public internal(set) var text: String
  /// The text without the values of this entry, such as "address added", which several entries may share. Nil if the text says the same.
  let gist: String?
  public internal(set) var rank: Rank
  /// The reason for a rank above routine; otherwise nil.
  public internal(set) var why: String?
  /// Whether the reason is shown with the change. It is hidden if the text or a remark on the feed says the same.
  var showsWhy = true
  /// The change as a sentence about the entry.
  var sentence: ChangeSentence
  /// The old value as canonical JSON; nil if there was none. If a field has several changes, the first one has the values.
  public internal(set) var from: String?
  /// The new value as canonical JSON; nil if there is none.
  public internal(set) var to: String?

  init(
    _ code: Code, field: String? = nil, _ text: String, _ rank: Rank = .routine, why: String? = nil,
    sentence: ChangeSentence? = nil, gist: String? = nil
  ) {
    self.code = code
    self.field = field
    self.text = text
    self.rank = rank
    self.why = why
    self.sentence = sentence ?? .predicate(text)
    self.gist = gist
  }

  /// Returns the change of an entry that has a new id: "has another id, was penn/dining/593".
  static func id(was former: EntryID) -> Change {
    Change(.id, "has another id, was \(former)", .breaking, why: "the id changed", gist: "has another id")
  }

  /// Returns the change of an entry that has the same name and a new id, for comparisons by name: not a fault of the feed.
  static func idOfSameName(was former: EntryID) -> Change {
    Change(.id, "has another id, was \(former)", gist: "has another id")
  }

  /// Returns the change of an entry that was paired with a removed one: "possibly the same place, new id: was penn/dining/593".
  static func possibleID(_ kind: Entry.Kind, was former: EntryID) -> Change {
    var change = Change(
      .possibleID, "possibly the same \(kind.rawValue), new id: was \(former)", .suspicious, why: "the id may have changed",
      sentence: .predicate("possibly has a new id, was \(former)"), gist: "possibly the same \(kind.rawValue), new id")
    change.showsWhy = false
    return change
  }
}
