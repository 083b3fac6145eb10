import CampusCatalog
import OpeningHours

/// Finds the entries that describe the same thing: the connected components of a graph whose edges are explicit links and unambiguous
/// matches.
///
/// Two events match only if they also begin at the same time, and are not in different rooms. Linked entries count as one place with several
/// positions. A component is merged only if every two of its places match, so that a chain of neighbors does not become one place. Time and memory are proportional to the number of members.
struct Clusters {
  /// Notes, each with the index of its feed.
  private(set) var notes: [(feed: Int, note: Note)] = []

  private let members: [Merge.Member]
  /// The pairs of entries that a link joins.
  private var same: [(Int, Int)] = []
  private var different: Set<Pair> = []
  /// The locations of members whose names occur in several feeds, with the number of the name.
  private var named: [Int: (name: Int, place: NamedPlaces.Place)] = [:]
  /// For each member, the feeds in which it matches several entries.
  private var unclear: [Int: Set<Int>] = [:]

  /// The maximum number of entries that a note lists.
  private static let listed = 5

  /// Two members in any order.
  private struct Pair: Hashable {
    let first: Int
    let second: Int

    init(_ left: Int, _ right: Int) { (first, second) = (min(left, right), max(left, right)) }
  }

  init(members: [Merge.Member], links: [EntryLink]) {
    self.members = members
    let byID = Self.byID(members)
    for link in links where link.kind != .place {
      // A link may contain several ids of one entry.
      let indices = Set(link.ids.compactMap { byID[$0] }).sorted()
      for (left, right) in Self.pairs(of: indices) {
        if link.kind == .different {
          different.insert(Pair(left, right))
        } else if members[left].entry.kind == members[right].entry.kind {
          same.append((left, right))
        }
      }
    }
  }

  /// Returns the members by id and alias. Ids take precedence over aliases.
  private static func byID(_ members: [Merge.Member]) -> [EntryID: Int] {
    var byID = Dictionary(members.enumerated().map { ($0.element.entry.id, $0.offset) }) { first, _ in first }
    let renamed = members.indices.filter { !members[$0].entry.aliases.isEmpty }
    for index in renamed.sorted(by: { members[$0].entry.id < members[$1].entry.id }) {
      for alias in members[index].entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    return byID
  }

  /// Returns the components, each sorted by strength. A component that cannot be one place (two records of a feed, two entries declared
  /// different, two places that do not match) is split: first its matches are ignored, then its links.
  mutating func find() -> [[Int]] {
    let explicit = same.filter { !different.contains(Pair($0.0, $0.1)) }
    let matches = clearMatches(besides: explicit)
    let linked = roots(of: explicit)
    var groups: [[Int]] = []
    let roots = roots(of: explicit + matches)
    let components = Dictionary(grouping: members.indices) { roots[$0] }
    for (_, group) in components.sorted(by: { $0.key < $1.key }) {
      if group.count == 1 || !isContradictory(group) && isOnePlace(group, linked) {
        groups.append(group)
        continue
      }
      note(group, "the matching entries cannot all be the same place; only explicit links are followed")
      let parts = Dictionary(grouping: group) { linked[$0] }
      for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
        if isContradictory(part) {
          note(part, "the links contradict each other; the entries are not merged")
          groups += part.map { [$0] }
        } else {
          groups.append(part)
        }
      }
    }
    return groups.map { group in group.sorted { members[$0].isStronger(than: members[$1]) } }
  }

  /// Returns whether a group has two records of one feed, or two entries that a link declares different.
  private func isContradictory(_ group: [Int]) -> Bool {
    guard group.count > 1 else { return false }
    if Set(group.map { members[$0].feed }).count < group.count { return true }
    return !different.isEmpty && Self.pairs(of: group).contains { different.contains(Pair($0, $1)) }
  }

  /// Returns every two members of a list, in its order.
  private static func pairs(of members: [Int]) -> some Sequence<(Int, Int)> {
    members.indices.lazy.flatMap { position in members[(position + 1)...].lazy.map { (members[position], $0) } }
  }

  /// Returns whether every two places of a group match unambiguously.
  ///
  /// In a chain of three places, each 70 m from the next, the first and the last do not match. So two pairs match, but three places have
  /// three pairs, and the chain is not one place.
  ///
  /// - Parameters:
  ///   - group: at most one entry of each feed.
  ///   - linked: for each member, the representative of the entries linked with it.
  private func isOnePlace(_ group: [Int], _ linked: [Int]) -> Bool {
    var matching: Set<Pair> = []
    for (left, right) in Self.pairs(of: group) where linked[left] != linked[right] && areAlike(left, right) {
      if unclear[left]?.contains(members[right].feed) == true || unclear[right]?.contains(members[left].feed) == true { return false }
      matching.insert(Pair(linked[left], linked[right]))
    }
    let places = Set(group.map { linked[$0] }).count
    return matching.count == places * (places - 1) / 2
  }

  /// Returns whether two members have the same name and are near each other.
  private func areAlike(_ left: Int, _ right: Int) -> Bool {
    guard !members[left].isFromSameCatalog(as: members[right]), let left = named[left], let right = named[right], left.name == right.name
    else { return false }
    return NamedPlaces.areNear(left.place, right.place) && !areInDifferentRooms(left.place.member, right.place.member)
  }

  /// Returns whether two events are in different rooms. One without a room may be in any.
  private func areInDifferentRooms(_ left: Int, _ right: Int) -> Bool {
    guard members[left].entry.event != nil, let here = members[left].entry.location?.room, let there = members[right].entry.location?.room
    else { return false }
    return Self.roomKey(here) != Self.roomKey(there)
  }

  /// Returns the words of a room without those that only say that it is one.
  private static func roomKey(_ room: String) -> [Substring] {
    (MatchName.key(room) ?? "").split(separator: " ").filter { !["room", "rm", "raum", "salle", "sala", "aula"].contains($0) }
  }

  /// Returns the pairs of entries of two feeds that match each other and no other entry of those feeds.
  private mutating func clearMatches(besides explicit: [(Int, Int)]) -> [(Int, Int)] {
    var linked: [Int: Set<Int>] = [:]
    for (left, right) in explicit {
      linked[left, default: []].insert(members[right].feed)
      linked[right, default: []].insert(members[left].feed)
    }
    var byName: [String: [Int]] = [:]
    for (index, member) in members.enumerated() {
      guard let name = member.entry.name, let key = MatchName.key(name) else { continue }
      byName["\(member.entry.kind.rawValue) \(key)", default: []].append(index)
    }
    func isShared(_ group: [Int]) -> Bool { Set(group.map { members[$0].feed }).count > 1 }
    var shared: [(key: String, group: [Int])] = []
    for (name, group) in byName where isShared(group) {
      let byTime = Dictionary(grouping: group) { Self.timeKey(members[$0].entry) }
      shared += byTime.filter { isShared($0.value) }.map { ("\(name) \($0.key)", $0.value) }
    }
    var matches: [(Int, Int)] = []
    for (number, group) in shared.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }).enumerated() {
      matches += clearMatches(of: group.group.sorted { members[$0].entry.id < members[$1].entry.id }, name: number, linked)
    }
    return matches
  }

  /// Returns when an event begins, which is part of what makes two events the same; empty for other entries.
  private static func timeKey(_ entry: Entry) -> String {
    guard let event = entry.event else { return "" }
    let start = event.hours.flatMap { hours in
      hours.zone.start(of: event.startDate).flatMap { hours.occurrences(from: $0, limit: 1).first?.start }
    }
    return "\(event.startDate) \(start.map { "\($0)" } ?? "\(event.hours == nil)")"
  }

  /// Returns the unambiguous matches among entries of the same name.
  ///
  /// - Parameters:
  ///   - group: the entries, sorted by id.
  ///   - linked: for each member, the feeds with a linked entry, where no match is needed.
  private mutating func clearMatches(of group: [Int], name: Int, _ linked: [Int: Set<Int>]) -> [(Int, Int)] {
    let places = Self.places(group, members)
    for place in places { named[place.member] = (name, place) }
    let feeds = Dictionary(grouping: places) { members[$0.member].feed }.mapValues { NamedPlaces($0) }
    var single: [Int: [Int: Int]] = [:]
    for place in places {
      let (index, member) = (place.member, members[place.member])
      for (feed, others) in feeds.sorted(by: { $0.key < $1.key }) where feed != member.feed && linked[index]?.contains(feed) != true {
        let found = others.candidates(for: place, limit: Self.listed + 1) { other in
          linked[other]?.contains(member.feed) != true && !different.contains(Pair(index, other))
            && !members[other].isFromSameCatalog(as: member) && !areInDifferentRooms(index, other)
        }
        if found.count > 1 {
          unclear[index, default: []].insert(feed)
          note([index], "it matches \(Self.list(found.map { members[$0].entry.id.description }))")
        } else if let other = found.first {
          single[index, default: [:]][feed] = other
        }
      }
    }
    var matches: [(Int, Int)] = []
    for place in places {
      let left = place.member
      for (_, right) in (single[left] ?? [:]).sorted(by: { $0.key < $1.key }) where left < right {
        if single[right]?[members[left].feed] == left { matches.append((left, right)) }
      }
    }
    return matches
  }

  /// Returns the locations of members. Buildings are only normalized if a position is missing, because otherwise distances decide. The location of
  /// an event may be a text that names its building.
  private static func places(_ group: [Int], _ members: [Merge.Member]) -> [NamedPlaces.Place] {
    let locations = group.map { members[$0].entry.location }
    let needsBuildings = locations.contains { $0?.coordinate == nil }
    return zip(group, locations).map { member, location in
      let building = location?.building ?? (members[member].entry.event == nil ? nil : location?.address)
      return NamedPlaces.Place(
        member: member, coordinate: location?.coordinate, building: needsBuildings ? building.flatMap(MatchName.key) : nil)
    }
  }

  /// Returns a list for a note: "2 entries of one feed: …". Long lists are cut.
  private static func list(_ ids: [String]) -> String {
    let isLong = ids.count > listed
    let shown = ids.sorted().prefix(listed).joined(separator: ", ")
    return isLong ? "more than \(listed) entries of one feed: \(shown), …" : "\(ids.count) entries of one feed: \(shown)"
  }

  /// Adds a note to each entry of a group, in the order of their ids.
  private mutating func note(_ group: [Int], _ detail: String) {
    for index in group.sorted(by: { members[$0].entry.id < members[$1].entry.id }) {
      notes.append((members[index].feed, Note(.mergeAmbiguous, entry: members[index].entry.id, "not merged: \(detail)")))
    }
  }

  /// Returns the smallest member of each member's component (union-find).
  private func roots(of edges: [(Int, Int)]) -> [Int] {
    var parent = Array(members.indices)
    func root(_ node: Int) -> Int {
      var node = node
      while parent[node] != node {
        parent[node] = parent[parent[node]]
        node = parent[node]
      }
      return node
    }
    for (left, right) in edges {
      let (first, second) = (root(left), root(right))
      if first != second { parent[max(first, second)] = min(first, second) }
    }
    return members.indices.map(root)
  }
}
