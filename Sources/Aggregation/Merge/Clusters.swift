import CampusCatalog
import FeedCore

/// Finds which members are one thing: a graph whose edges are explicit links and clear matches, and its components.
struct Clusters {
  /// Notes with the index of the feed they belong to.
  private(set) var notes: [(feed: Int, note: Note)] = []

  private let members: [Merge.Member]
  private let byID: [EntryID: Int]
  private var same: [(Int, Int)] = []
  private var different: Set<Pair> = []
  /// Pairs that match, while one of them matches others of the same feed too.
  private var ambiguous: Set<Pair> = []

  private struct Pair: Hashable {
    let first: Int
    let second: Int

    init(_ left: Int, _ right: Int) { (first, second) = (min(left, right), max(left, right)) }
  }

  init(members: [Merge.Member], links: [EntryLink]) {
    self.members = members
    let byID = Self.byID(members)
    self.byID = byID
    for link in links {
      // Of one entry it may name several ids.
      let indices = Set(link.ids.compactMap { byID[$0] }).sorted()
      switch link.kind {
      case .same:
        for (position, left) in indices.enumerated() {
          for right in indices[(position + 1)...] where members[left].entry.kind == members[right].entry.kind { same.append((left, right)) }
        }
      case .different:
        for (position, left) in indices.enumerated() {
          for right in indices[(position + 1)...] { different.insert(Pair(left, right)) }
        }
      }
    }
  }

  /// The members by their ids and their aliases; an id goes before an alias.
  private static func byID(_ members: [Merge.Member]) -> [EntryID: Int] {
    var byID = Dictionary(members.enumerated().map { ($0.element.entry.id, $0.offset) }) { first, _ in first }
    let renamed = members.indices.filter { !members[$0].entry.aliases.isEmpty }
    for index in renamed.sorted(by: { members[$0].entry.id < members[$1].entry.id }) {
      for alias in members[index].entry.aliases where byID[alias] == nil { byID[alias] = index }
    }
    return byID
  }

  /// The components, each sorted by strength. A component that would join two records of one feed, or two entries that are
  /// said to be different, is taken apart: first its matches go, then its links.
  mutating func find() -> [[Int]] {
    let explicit = same.filter { !different.contains(Pair($0.0, $0.1)) }
    let matches = clearMatches(besides: explicit)
    var groups: [[Int]] = []
    for group in components(of: explicit + matches, among: Array(members.indices)) {
      guard isContradictory(group) || hasAmbiguity(group, explicit) else {
        groups.append(group)
        continue
      }
      note(group, "several entries match each other in ways that contradict; only explicit links are followed")
      for part in components(of: explicit, among: group) {
        if isContradictory(part) {
          note(part, "links that contradict each other; the entries stay apart")
          groups += part.map { [$0] }
        } else {
          groups.append(part)
        }
      }
    }
    return groups.map { group in group.sorted { members[$0].isStronger(than: members[$1]) } }
  }

  private func isContradictory(_ group: [Int]) -> Bool {
    guard group.count > 1 else { return false }
    if Set(group.map { members[$0].feed }).count < group.count { return true }
    if different.isEmpty { return false }
    for (position, left) in group.enumerated() {
      for right in group[(position + 1)...] where different.contains(Pair(left, right)) { return true }
    }
    return false
  }

  /// It holds two entries whose match is not clear and that no link joins.
  private func hasAmbiguity(_ group: [Int], _ explicit: [(Int, Int)]) -> Bool {
    guard !ambiguous.isEmpty, group.count > 1 else { return false }
    let linked = Set(explicit.map { Pair($0.0, $0.1) })
    for (position, left) in group.enumerated() {
      for right in group[(position + 1)...] where ambiguous.contains(Pair(left, right)) && !linked.contains(Pair(left, right)) {
        return true
      }
    }
    return false
  }

  // MARK: - Matches

  /// Pairs of entries of two feeds that match each other and nobody else of those feeds.
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
    var matches: [(Int, Int)] = []
    for (_, group) in byName.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) where group.count > 1 {
      for left in group {
        for (_, found) in candidates(of: left, in: group, linked).sorted(by: { $0.key < $1.key }) {
          if found.count > 1 {
            for other in found { ambiguous.insert(Pair(left, other)) }
            let ids = found.map { members[$0].entry.id.description }.sorted()
            let shown = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
            note([left], "it matches \(ids.count) entries of one feed: \(shown)")
            continue
          }
          guard let right = found.first, left < right else { continue }
          if candidates(of: right, in: group, linked)[members[left].feed] == [left] { matches.append((left, right)) }
        }
      }
    }
    return matches
  }

  /// By feed, the entries of other feeds that an entry matches. A feed to which a link leads needs no match.
  private func candidates(of index: Int, in group: [Int], _ linked: [Int: Set<Int>]) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    let member = members[index]
    for other in group where members[other].feed != member.feed && !different.contains(Pair(index, other)) {
      let isLinked = linked[index]?.contains(members[other].feed) == true || linked[other]?.contains(member.feed) == true
      if !isLinked, Self.isNear(member.entry, members[other].entry) { found[members[other].feed, default: []].append(other) }
    }
    return found
  }

  /// Within 75 m; where a position is missing, in the same building.
  private static func isNear(_ left: Entry, _ right: Entry) -> Bool {
    guard let left = left.place?.location, let right = right.place?.location else { return false }
    if let here = left.coordinate, let there = right.coordinate { return here.distance(to: there) <= Merge.nearby }
    guard let here = left.building.flatMap(MatchName.key), let there = right.building.flatMap(MatchName.key) else { return false }
    return here.utf8.elementsEqual(there.utf8)
  }

  private mutating func note(_ group: [Int], _ detail: String) {
    for index in group.sorted(by: { members[$0].entry.id < members[$1].entry.id }) {
      notes.append((members[index].feed, Note(.mergeAmbiguous, entry: members[index].entry.id, "not merged: \(detail)")))
    }
  }

  // MARK: - Components

  private func components(of edges: [(Int, Int)], among nodes: [Int]) -> [[Int]] {
    var parent = Dictionary(uniqueKeysWithValues: nodes.map { ($0, $0) })
    func root(_ node: Int) -> Int {
      var node = node
      while let up = parent[node], up != node {
        parent[node] = parent[up]
        node = up
      }
      return node
    }
    for (left, right) in edges where parent[left] != nil && parent[right] != nil {
      let (first, second) = (root(left), root(right))
      if first != second { parent[max(first, second)] = min(first, second) }
    }
    var groups: [Int: [Int]] = [:]
    for node in nodes { groups[root(node), default: []].append(node) }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Note.Code {
  static let mergeAmbiguous = Note.Code("merge.ambiguous")
  static let mergeDisagreement = Note.Code("merge.disagreement")
}
