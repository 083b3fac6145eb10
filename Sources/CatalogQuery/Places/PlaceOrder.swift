import CampusCatalog
import OpeningHours

/// An order for places. Ties are sorted by name (`NameSortKey`), and finally by id.
public enum PlaceOrder: String, Sendable, Hashable, CaseIterable {
  /// Open places, then closed places, then unknown ones.
  case state
  /// Open places, the latest to close first; then closed places, the first to open first; then unknown ones. Near a position, the nearest
  /// first in each state.
  case openFirst = "open-first"
  case name
  /// By building, then region, then address, each folded. Missing values come last.
  case location
  /// By distance, nearest first, then by id. Places without a position come last.
  case distance
  /// Open places by closing time, soonest first; then open places that never close, then closed places, then unknown ones.
  case closing
  /// By how well places match a search: those with its words in their names, in their ranks; then those that have or mean them otherwise; then those
  /// whose descriptions have them. Equal ones are in the order `openFirst`.
  case rank
}

extension PlaceOrder {
  /// Returns the number that a place is sorted by, before its name, location or id.
  ///
  /// - Parameters:
  ///   - status: the status of the place, which only orders by status need.
  ///   - distance: nil for a place without a position.
  ///   - rank: nil without a search.
  func key(_ status: Status?, distance: Double?, rank: SearchRank?) -> Double {
    switch self {
    case .name, .location: return 0
    case .state: return status?.stateKey ?? 0
    case .openFirst: return 4 * Self.afterAllTimes * (status?.stateKey ?? 0) + Self.urgency(status, distance)
    case .closing:
      let closes = status?.isOpen == true ? status?.until : nil
      return closes.map { Double($0.secondsSinceEpoch) } ?? Self.afterAllTimes * (1 + (status?.stateKey ?? 0))
    case .distance: return distance ?? .infinity
    case .rank:
      // An open café is a better answer to "food" than a closed place with the word among its tags.
      let rank = rank == .meaning ? .anyField : rank ?? .anyField
      return 100 * Self.afterAllTimes * Double(rank.rawValue) + Self.openFirst.key(status, distance: distance, rank: nil)
    }
  }

  /// More seconds than the year 9999 has since 1970.
  private static let afterAllTimes = 1e12

  /// Returns the position among the places of a state: by distance, or else by the next change.
  private static func urgency(_ status: Status?, _ distance: Double?) -> Double {
    if let distance { return distance }
    guard let status else { return afterAllTimes }
    if status.isOpen { return status.until.map { afterAllTimes - Double($0.secondsSinceEpoch) } ?? -afterAllTimes }
    return status.opens.map { Double($0.secondsSinceEpoch) } ?? afterAllTimes
  }

  /// Returns the indices of places in the order in which ties of this order are sorted.
  func sortedTies(of entries: [Entry], at indices: [Int]) -> [Int] {
    switch self {
    case .distance: return indices.sorted { entries[$0].id < entries[$1].id }
    case .location: return Self.sorted(indices, by: indices.map { LocationSortKey(entries[$0]) })
    case .state, .openFirst, .name, .closing, .rank: return Self.sorted(indices, by: indices.map { NameSortKey(entries[$0]) })
    }
  }

  /// Sorts indices by keys, which have their positions. Keys are compared in place: copying them changes the reference counts of many texts.
  private static func sorted<Key: Comparable>(_ indices: [Int], by keys: [Key]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }.map { indices[$0] }
  }
}

extension Status {
  /// The position of the state in `PlaceState.allCases`.
  fileprivate var stateKey: Double {
    switch PlaceState(self) {
    case .open: 0
    case .closed: 1
    case .unknown: 2
    }
  }
}
