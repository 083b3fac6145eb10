import CampusCatalog

/// One change of an entry, in words.
public struct Change: Sendable, Hashable {
  /// How much it matters to those who rely on the catalog.
  public enum Rank: String, Sendable, Hashable, CaseIterable, Comparable {
    case routine, suspicious, breaking

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
  }

  /// A stable name: `gone`, `hours`, `position`; the set is open.
  public let code: String
  /// The key of the field in a catalog; nil for a change of the entry as a whole.
  public let field: String?
  /// A part of a sentence, for people: "opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00".
  public let text: String
  /// How much the change matters.
  public internal(set) var rank: Rank
  /// Why it has a rank above routine.
  public internal(set) var why: String?
  /// The values as canonical JSON; nil: absent.
  public internal(set) var from: String?
  public internal(set) var to: String?

  /// The code of hours that differ.
  static let hours = "hours"

  init(_ code: String, field: String? = nil, _ text: String, _ rank: Rank = .routine, why: String? = nil) {
    self.code = code
    self.field = field
    self.text = text
    self.rank = rank
    self.why = why
  }

  /// The change of an entry that has a new id.
  static func id(was former: EntryID) -> Change {
    Change("id", "has another id, was \(former)", .breaking, why: "the id changed")
  }

  /// Sorts by rank; changes of one rank keep their order.
  static func gravestFirst(_ changes: [Change]) -> [Change] {
    changes.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }.map(\.element)
  }
}
