import CampusCatalog
import FeedKit
import SimdJSON

extension AdapterContract {
  /// Replaces the first record of each reply, and each value in it, with each hostile value; in a large reply, with some of them.
  ///
  /// Other records must keep their entries. The changed one must give an entry, without control characters, or be set aside with a note.
  /// Returns the first failure only.
  func checkHostileValues(_ whole: Reading) async throws(ContractFailure) {
    for array in arrays(in: bodies) {
      guard let record = array.records.first else { continue }
      let paths = [[]] + record.paths
      let kinds = JSONTree.hostile.count
      let step = step(through: paths.count * kinds)
      // One value at a time: all of them at once would take as much memory as that many records.
      for index in stride(from: 0, to: paths.count, by: max(1, step / kinds)) {
        let values = record.spoiled(at: paths[index])
        for number in stride(from: step > 1 ? index % values.count : 0, to: values.count, by: min(step, kinds)) {
          guard let spoiled = array.replacing([values[number]] + array.records.dropFirst()) else { continue }
          var bodies = self.bodies
          bodies[array.request] = spoiled.bytes
          try await check(bodies, whole, "\(array.request) with another value at \(Self.text(array.path(paths[index])))")
        }
      }
    }
  }

  /// Checks one changed reply. Returns nil if the promise is kept, which includes refusing the whole reply.
  private func check(_ bodies: [String: [UInt8]], _ whole: Reading, _ what: String) async throws(ContractFailure) {
    // A feed may refuse the whole reply: that loses nothing silently.
    guard let reading = try? await read(bodies) else { return }
    try checkCount(reading, bodies, what)
    let ids = reading.draft.ids
    if let stranger = ids.first(where: { !isOwn($0) }) {
      throw ContractFailure(.hostile, "\(what): an entry of another feed, \(stranger)")
    }
    if let line = reading.entries.first(where: Self.hasControlCharacters) {
      throw ContractFailure(.hostile, "\(what): a control character is kept: \(String(decoding: line.prefix(300), as: UTF8.self))")
    }
    // Compare ids, not entries: in a feed whose records refer to each other, a damaged one may close days of others.
    let lost = Set(whole.draft.ids).subtracting(ids)
    // A record may be a place with its menus, or the menus of a place.
    let places = whole.draft.entries.reduce(into: [:]) { $0[$1.id] = $1.menu?.place }
    guard Set(lost.map { places[$0] ?? $0 }).count <= 1 else { throw ContractFailure(.hostile, "\(what): \(lost.count) entries are gone") }
  }

  /// Returns whether an entry has control characters in its written form. The keys of sources are not checked, because they are the feed's
  /// own.
  private static func hasControlCharacters(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return (text.firstRange(of: "\"sources\":[").map { text[..<$0.lowerBound] } ?? text[...]).contains("\\u00")
  }

  /// Returns a path as text for messages, such as "/venues/0/name".
  static func text(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }
}
