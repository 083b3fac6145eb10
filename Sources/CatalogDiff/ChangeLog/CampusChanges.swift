public import CampusCatalog
import OpeningHours

/// The changes of a campus itself between two catalogs: its name, zone, country, position or calendar.
public struct CampusChanges: Sendable, Hashable {
  public let id: CampusID
  /// The name in the new catalog.
  public let name: String
  /// The address of one of its feeds; nil if unknown.
  public internal(set) var link: String?
  /// The changes, at least one; the highest rank first.
  public internal(set) var changes: [Change]

  /// The highest rank of the changes. Another time zone is suspicious; all other changes are routine.
  public var rank: Change.Rank { changes.map(\.rank).max() ?? .routine }

  /// Compares two versions of a campus; nil if nothing has changed.
  init?(_ old: Campus, _ new: Campus) {
    (id, name, link, changes) = (new.id, new.name, nil, [])
    add("timeZone", "time zone", old.timeZone?.name, new.timeZone?.name, .suspicious, why: "the clocks of all its places changed")
    add("name", "name", old.name, new.name)
    add("country", "country", old.country, new.country)
    if old.location != new.location {
      changes.append(Change("campus.location", field: "location", "position changed", sentence: .of("position", "has changed")))
    }
    if old.calendar != new.calendar || !zip(old.calendar, new.calendar).allSatisfy({ UnicodeForm.isSame($0.name, $1.name) }) {
      changes.append(Change("campus.calendar", field: "calendar", "calendar changed", sentence: .of("calendar", "has changed")))
    }
    if changes.isEmpty { return nil }
    changes.sort { $0.rank > $1.rank }
  }

  /// Adds a change such as "time zone Europe/London, was America/New_York", unless both texts have the same bytes.
  private mutating func add(
    _ field: String, _ name: String, _ from: String?, _ to: String?, _ rank: Change.Rank = .routine, why: String? = nil
  ) {
    guard !UnicodeForm.isSame(from, to) else { return }
    let values = "\(to.flatMap { PlainText.line($0) } ?? "removed"), was \(from.flatMap { PlainText.line($0) } ?? "absent")"
    let text = from == to ? UnicodeForm.text(name, to) : "\(name) \(values)"
    let sentence = ChangeSentence.of(name, from == to ? UnicodeForm.remark : "is now \(values)")
    changes.append(Change(Change.Code(rawValue: "campus.\(field)"), field: field, text, rank, why: why, sentence: sentence))
  }
}
