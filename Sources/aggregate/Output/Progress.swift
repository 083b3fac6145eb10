import Aggregation
import CampusCatalog
import FeedCore
import Locking

/// What a run is doing, on a terminal: one line a campus with feeds, bytes, retries and the time; drawn anew with each event.
final class Progress: Sendable {
  private struct Campus {
    let id: String
    let feeds: Int
    var done = 0
    var failed = 0
    var bytes = 0
    var retries = 0
  }

  private struct State {
    var campuses: [Campus] = []
    var drawn = 0
    var lastDrawn: ContinuousClock.Instant?
  }

  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Guarded(State())

  /// More campuses than this are told of in one line.
  private static let most = 12

  init(isShown: Bool) { self.isShown = isShown }

  func begin(_ plan: Plan) {
    guard isShown else { return }
    var counts: [String: Int] = [:]
    for reading in plan.readings { counts[reading.feed.campus.id.description, default: 0] += 1 }
    let campuses = counts.sorted { $0.key < $1.key }.map { Campus(id: $0.key, feeds: $0.value) }
    state.withLock { $0.campuses = campuses.count > Self.most ? [Campus(id: "all", feeds: plan.readings.count)] : campuses }
  }

  func take(_ event: FetchEvent) {
    guard isShown else { return }
    state.withLock { state in
      let id = event.feed.campus.description
      guard let index = state.campuses.firstIndex(where: { $0.id == id || $0.id == "all" }) else { return }
      let isEnd = event.event.hasPrefix("feed.") && event.event != "feed.gone"
      if isEnd {
        state.campuses[index].done += 1
        if event.level != .info { state.campuses[index].failed += 1 }
      } else if event.event == "retry" {
        state.campuses[index].retries += 1
      } else if event.event == "fetch.attempt" || event.status == nil {
        // What else tells of an answer has its bytes once more.
        state.campuses[index].bytes += event.bytes ?? 0
      }
      let now = ContinuousClock.now
      guard state.lastDrawn.map({ $0.duration(to: now) > .milliseconds(80) }) ?? true else { return }
      state.lastDrawn = now
      draw(&state)
    }
  }

  /// Takes the lines away: the summary says the same.
  func end() {
    guard isShown else { return }
    state.withLock { state in
      guard state.drawn > 0 else { return }
      Console.draw("\u{1B}[\(state.drawn)A\u{1B}[J")
      state.drawn = 0
    }
  }

  private func draw(_ state: inout State) {
    let seconds = start.duration(to: .now).components.seconds
    var text = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : ""
    for campus in state.campuses {
      var line = "\(campus.id): \(campus.done) of \(campus.feeds) feeds, \(Summary.size(campus.bytes))"
      if campus.retries > 0 { line += ", \(campus.retries) retries" }
      if campus.failed > 0 { line += ", \(campus.failed) failed" }
      text += "\u{1B}[2K\(line), \(seconds) s\n"
    }
    state.drawn = state.campuses.count
    Console.draw(text)
  }
}
