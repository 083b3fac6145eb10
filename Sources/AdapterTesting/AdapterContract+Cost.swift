import CampusCatalog
import FeedKit
import Glibc
import SimdJSON

/// Checks that the cost of a reading grows in proportion to the size of the replies.
extension AdapterContract {
  /// Repeats the smallest record, replaces each of its texts with long texts of several kinds, and repeats the rules of a mapping.
  func checkCost() async throws(ContractFailure) {
    try await checkRules()
    for array in arrays(in: bodies) {
      let request = array.request
      guard let record = array.records.min(by: { $0.bytes.count < $1.bytes.count }) else { continue }
      // Start with the smaller numbers: they expose very slow code before the larger ones take minutes.
      for (sizes, growth) in [((500, 1_000), 3.0), ((2_500, 10_000), 7.0)] {
        // With large records, the smaller numbers take long enough.
        if sizes.0 > 500, record.bytes.count * sizes.1 > Self.repeatedBytes { continue }
        try await check("\(request) with one record repeated", sizes: sizes, growth: growth) { count in
          array.replacing(record.repeated(count)).map { [request: $0.bytes] }
        }
      }
      // The same code reads all elements of an array, so one of them is enough.
      var seen: Set<String> = []
      let texts = record.paths.filter { path in record.isText(at: path) && seen.insert(Self.text(path.filter { Int($0) == nil })).inserted }
      for index in stride(from: 0, to: texts.count, by: 1 + texts.count / Self.measuredTexts) {
        let path = texts[index]
        for (name, unit) in Self.longTexts {
          // Once a text takes long enough to measure, do not make it longer.
          for sizes in [(1 << 12, 1 << 15), (1 << 15, 1 << 18)] {
            let nanoseconds = try await check(
              "\(request) with \(name) at \(Self.text(array.path(path)))", sizes: sizes, growth: 24
            ) { bytes in
              let long = record.replacingText(at: path, with: "a" + String(repeating: unit, count: bytes / unit.utf8.count))
              return long.flatMap { array.replacing([$0]) }.map { [request: $0.bytes] }
            }
            if nanoseconds > 50_000_000 { break }
          }
        }
      }
    }
  }

  private static let repeatedBytes = 8 << 20

  /// If a record has more texts, replace only some of them.
  private static let measuredTexts = 50

  /// The parts that are repeated in a long text: letters, words, marks that normalization sorts, one endless grapheme cluster, markup, and
  /// times.
  private static let longTexts = [
    ("a long word", "b"), ("many words", " é"), ("many marks", "\u{301}\u{327}"), ("a long cluster", "\u{200D}\u{FE0F}"),
    ("many tags", "<p>&lt;"), ("many times", "9:00-17:00, "),
  ]

  /// Repeats the lists of rules of a mapping.
  private func checkRules() async throws(ContractFailure) {
    guard let repeatingRules else { return }
    for sizes in [(50, 400), (400, 3_200)] {
      var variants: [Int: AdapterContract] = [:]
      for count in [sizes.0, sizes.1] {
        guard let adapter = repeatingRules(count) else { return }
        variants[count] = AdapterContract(adapter, feed: feed, bodies: bodies, records: records)
      }
      try await check("each rule repeated", sizes: sizes, growth: 24) { count in await variants[count]?.cost([:]) }
    }
  }

  /// Compares the cost of a small and a large body.
  @discardableResult
  private func check(
    _ what: String, sizes: (small: Int, large: Int), growth: Double, _ body: (Int) -> [String: [UInt8]]?
  ) async throws(ContractFailure) -> Int {
    guard let small = body(sizes.small), let large = body(sizes.large) else { return 0 }
    return try await check(what, sizes: sizes, growth: growth) { count in await cost(count == sizes.small ? small : large) }
  }

  /// Compares a small and a large cost: processor time, and the size of entries and notes. Returns the large time in nanoseconds.
  ///
  /// The machine may be busy, so only four failures in a row count.
  ///
  /// - Parameters:
  ///   - sizes: how often something is repeated, or how long it is, in each reading.
  ///   - growth: the largest allowed ratio of the costs. It should be above the ratio of the sizes (linear cost) and well below its square
  ///     (quadratic cost). For 500 and 1,000, these are 2 and 4, so 3 separates the two.
  @discardableResult
  private func check(
    _ what: String, sizes: (small: Int, large: Int), growth: Double, cost: (Int) async -> Cost?
  ) async throws(ContractFailure) -> Int {
    var failure: ContractFailure?
    for _ in 1...4 {
      guard let before = await cost(sizes.small), let after = await cost(sizes.large) else { return 0 }
      failure = nil
      // Less than 2 ms is too short to measure growth.
      if Double(after.nanoseconds) > growth * Double(max(before.nanoseconds, 2_000_000)) {
        failure = ContractFailure(
          .proportional,
          "\(what): \(before.nanoseconds / 1000) µs became \(after.nanoseconds / 1000) µs, from \(sizes.small) to \(sizes.large)")
      }
      if Double(after.bytes) > growth * Double(max(before.bytes, 1 << 13)) {
        failure = ContractFailure(.proportional, "\(what): \(before.bytes) bytes of entries and notes became \(after.bytes)")
      }
      if failure == nil { return after.nanoseconds }
    }
    if let failure { throw failure }
    return 0
  }

  private typealias Cost = (nanoseconds: Int, bytes: Int)

  /// Returns the processor time of one reading, and the size of its entries and notes in bytes. The size of a refused reading is 0, or the
  /// largest integer if its entries were too large.
  private func cost(_ changed: [String: [UInt8]]) async -> Cost {
    let bodies = bodies.merging(changed) { $1 }
    let start = Self.threadTime()
    let draft: FeedDraft
    do throws(AdapterError) {
      draft = try await self.draft(bodies)
    } catch {
      // The feed was refused: either nothing usable was read, or far too much.
      return (Self.threadTime() - start, error.code == .entriesTooLarge ? .max : 0)
    }
    let nanoseconds = Self.threadTime() - start
    var writer = JSONWriter(capacity: 1 << 16)
    for entry in draft.entries { entry.write(to: &writer) }
    return (nanoseconds, writer.bytes.count + draft.notes.reduce(0) { $0 + $1.detail.utf8.count + ($1.pointer?.utf8.count ?? 0) })
  }

  /// Returns the processor time that this thread has used, in nanoseconds. (Time by the clock would depend on other processes.)
  private static func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
