import CatalogSession

/// The progress of a run: one line for each campus, with feeds, bytes, retries and the time.
struct ProgressLines {
  private struct Campus {
    let id: String
    var feeds = 0
    var done = 0
    var failed = 0
    var bytes = 0
    var retries = 0
    /// When the last of its feeds was done.
    var end: Duration?

    func line(at elapsed: Duration) -> String {
      var line = "\(id): \(done) of \(feeds) feeds, \(Summary.size(bytes))"
      if retries > 0 { line += ", \(retries) retries" }
      if failed > 0 { line += ", \(failed) failed" }
      return line + ", \((end ?? elapsed).components.seconds) s"
    }
  }

  /// The campuses, sorted by id.
  private var campuses: [Campus] = []

  init(_ plan: Plan) {
    var feeds: [String: Int] = [:]
    for reading in plan.readings { feeds[reading.feed.campus.id.description, default: 0] += 1 }
    campuses = feeds.sorted { $0.key < $1.key }.map { Campus(id: $0.key, feeds: $0.value) }
  }

  /// - Parameter elapsed: the time since the run began.
  mutating func take(_ event: FetchEvent, at elapsed: Duration) {
    let id = event.feed.campus.description
    guard let index = campuses.firstIndex(where: { $0.id == id }) else { return }
    if let outcome = event.outcome {
      campuses[index].done += 1
      if !outcome.isDelivered, outcome != .disabled { campuses[index].failed += 1 }
      if campuses[index].done == campuses[index].feeds { campuses[index].end = elapsed }
    } else if event.event == FetchEvent.retry {
      campuses[index].retries += 1
    } else if event.event == FetchEvent.fetchAttempt || event.status == nil {
      // Other events about the same reply repeat its bytes.
      campuses[index].bytes += event.bytes ?? 0
    }
  }

  /// Returns one line for each campus if there is room. Otherwise, unfinished campuses come first, and the last line is the sum of all
  /// that are left out.
  func lines(at elapsed: Duration, room: Int) -> [String] {
    if campuses.count <= max(1, room) { return campuses.map { $0.line(at: elapsed) } }
    let order = campuses.filter { $0.end == nil } + campuses.filter { $0.end != nil }
    let shown = max(0, room - 1)
    return order.prefix(shown).map { $0.line(at: elapsed) } + [Self.sum(order.dropFirst(shown), at: elapsed)]
  }

  private static func sum(_ others: ArraySlice<Campus>, at elapsed: Duration) -> String {
    var sum = Campus(id: "\(others.count) more campuses")
    for campus in others {
      sum.feeds += campus.feeds
      sum.done += campus.done
      sum.failed += campus.failed
      sum.bytes += campus.bytes
      sum.retries += campus.retries
    }
    let ends = others.compactMap(\.end)
    sum.end = ends.count == others.count ? ends.max() : nil
    return sum.line(at: elapsed)
  }
}
