import CampusCatalog
import FeedKit

extension AdapterContract {
  /// Values that do not belong: one after another they take the place of every value of one record.
  private static let hostile: [JSONTree] = [
    .literal("null"), .literal("true"), .literal("0"), .literal("-1"), .literal("9007199254740993"), .literal("18446744073709551615"),
    .literal("1e308"), .literal("1.5"), .string(""), .string("\u{0}\u{1B}[31m\u{9B}"), .string(String(repeating: "9", count: 5000)),
    .string("2026-02-30T25:61:61"), .string("javascript:alert(1)"), .array([]), .object([]), deep,
    .array([.literal("null"), .string("x"), .object([])]),
  ]

  /// Nested as deep as a reply may be, below a record.
  private static let deep: JSONTree = (0..<40).reduce(.literal("1")) { inner, _ in .array([inner]) }

  /// Other records keep their entries; the spoiled one has an entry or is set aside, with its place told.
  func checkHostileValues(_ whole: Reading) async -> [ContractFailure] {
    for (request, pointer) in records.sorted(by: { $0.key < $1.key }) {
      guard let body = bodies[request], let tree = JSONTree(parsing: body),
        case .array(let list)? = tree.value(at: JSONTree.steps(pointer)[...]),
        let record = list.first
      else { continue }
      for path in [[]] + record.paths {
        for value in Self.hostile {
          let place = JSONTree.steps(pointer) + [.index(0)] + path
          guard let spoiled = tree.replacing(place[...], with: value) else { continue }
          var bodies = self.bodies
          bodies[request] = spoiled.bytes
          if let failure = await check(bodies, whole, "\(request) with another value at \(Self.text(place))") { return [failure] }
        }
      }
    }
    return []
  }

  private func check(_ bodies: [String: [UInt8]], _ whole: Reading, _ what: String) async -> ContractFailure? {
    // A feed may refuse the whole reply: that loses nothing silently.
    guard let reading = try? await read(bodies) else { return nil }
    if let failure = checkCount(reading, bodies, what).first { return failure }
    let strangers = reading.ids.filter { $0.feed != feed.id }
    if let stranger = strangers.first { return ContractFailure(.hostile, "\(what): an entry of another feed, \(stranger)") }
    // At most the spoiled record differs (a feed whose records speak of each other may close days of others: entries, not ids).
    let lost = Set(whole.ids).subtracting(reading.ids)
    return lost.count <= 1 ? nil : ContractFailure(.hostile, "\(what): \(lost.count) entries are gone")
  }

  static func text(_ path: [JSONTree.Step]) -> String {
    path.map { step in
      switch step {
      case .key(let key): "/\(key)"
      case .index(let index): "/\(index)"
      }
    }.joined()
  }
}
