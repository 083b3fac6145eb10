import CampusCatalog
import FeedKit

extension AdapterContract {
  /// Values that a feed may send by mistake or on purpose: wrong types, integers beyond 2^53 and `Int64`, control characters, impossible
  /// dates, scripts, and deep nesting. Each of them replaces each value of a record.
  private static let hostile: [JSONTree] = [
    .literal("null"), .literal("true"), .literal("0"), .literal("-1"), .literal("9007199254740993"), .literal("18446744073709551615"),
    .literal("1e308"), .literal("1.5"), .string(""), .string("\u{0}\u{1B}[31m\u{9B}"), .string(String(repeating: "9", count: 5000)),
    .string("2026-02-30T25:61:61"), .string("javascript:alert(1)"), .array([]), .object([]), deep,
    .array([.literal("null"), .string("x"), .object([])]),
  ]

  /// Forty nested arrays. (Text deeper than `JSONDocument.maximumDepth`, 64, would not be parsed at all.)
  private static let deep: JSONTree = (0..<40).reduce(.literal("1")) { inner, _ in .array([inner]) }

  /// Replaces the first record of each reply, and each value in it, with each hostile value.
  ///
  /// Other records must keep their entries. The changed one must give an entry or be set aside with a note. Returns the first failure only.
  func checkHostileValues(_ whole: Reading) async throws(ContractFailure) {
    for array in arrays(in: bodies) {
      guard let record = array.records.first else { continue }
      let paths = [[]] + record.paths
      for number in stride(from: 0, to: paths.count * Self.hostile.count, by: step(through: paths.count * Self.hostile.count)) {
        let place = array.path + ["0"] + paths[number / Self.hostile.count]
        guard let spoiled = array.tree.replacing(place[...], with: Self.hostile[number % Self.hostile.count]) else { continue }
        var bodies = self.bodies
        bodies[array.request] = spoiled.bytes
        try await check(bodies, whole, "\(array.request) with another value at \(Self.text(place))")
      }
    }
  }

  /// Checks one changed reply. Returns nil if the promise is kept, which includes refusing the whole reply.
  private func check(_ bodies: [String: [UInt8]], _ whole: Reading, _ what: String) async throws(ContractFailure) {
    // A feed may refuse the whole reply: that loses nothing silently.
    guard let reading = try? await read(bodies) else { return }
    try checkCount(reading, bodies, what)
    let ids = reading.draft.ids
    if let stranger = ids.first(where: { $0.feed != feed.id }) {
      throw ContractFailure(.hostile, "\(what): an entry of another feed, \(stranger)")
    }
    // At most the spoiled record differs (a feed whose records speak of each other may close days of others: entries, not ids).
    let lost = Set(whole.draft.ids).subtracting(ids)
    guard lost.count <= 1 else { throw ContractFailure(.hostile, "\(what): \(lost.count) entries are gone") }
  }

  /// Returns a path as text for messages, such as "/venues/0/name".
  static func text(_ path: [String]) -> String { path.map { "/\($0)" }.joined() }
}
