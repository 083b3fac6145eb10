import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Fetching
import Glibc
import OpeningHours

/// Draws the progress of a run on a terminal: at the beginning, on events, and every second.
final class Progress: Sendable {
  private struct State {
    /// The lines to draw; nil before the beginning and after the end.
    var lines: ProgressLines?
    var drawn = 0
    var lastDrawn: Duration = .zero
    var ticking: Task<Void, Never>?
  }

  private let clock: any RunClock
  private let size: @Sendable () -> (rows: Int, columns: Int)
  private let write: @Sendable (String) -> Void
  private let start: Duration
  private let state = Guarded(State())

  /// The minimum time between drawings for events; faster events are drawn together.
  private static let pause: Duration = .milliseconds(80)

  /// - Parameter size: returns the size of the terminal in rows and columns; called each time, because windows can be resized.
  init(
    clock: any RunClock, size: @escaping @Sendable () -> (rows: Int, columns: Int) = { Terminal.size(of: STDERR_FILENO) ?? (24, 80) },
    write: @escaping @Sendable (String) -> Void = { Console.draw($0) }
  ) {
    self.clock = clock
    self.size = size
    self.write = write
    start = clock.elapsed()
  }

  func begin(_ plan: Plan) {
    state.withLock { state in
      state.lines = ProgressLines(plan)
      draw(&state)
      // There may be no events for a long time, and the user should see that the program is still working.
      state.ticking = Task { [weak self, clock] in
        while (try? await clock.sleep(for: .seconds(1))) != nil, let self { self.state.withLock { self.draw(&$0) } }
      }
    }
  }

  func take(_ event: FetchEvent) {
    state.withLock { state in
      state.lines?.take(event, at: clock.elapsed() - start)
      if clock.elapsed() - state.lastDrawn > Self.pause { draw(&state) }
    }
  }

  /// Clear the lines, because the summary repeats the information.
  func end() {
    state.withLock { state in
      state.ticking?.cancel()
      state.lines = nil
      if state.drawn > 0 { write("\u{1B}[\(state.drawn)A\u{1B}[J") }
      state.drawn = 0
    }
  }

  private func draw(_ state: inout State) {
    guard let lines = state.lines else { return }
    let now = clock.elapsed()
    let size = self.size()
    // A line that does not fit would be wrapped, and a line that scrolls away could not be drawn again.
    let shown = lines.lines(at: now - start, room: size.rows - 2).map { $0.prefix(max(1, size.columns - 1)) }
    var text = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : ""
    for line in shown { text += "\u{1B}[2K\(line)\n" }
    if shown.count < state.drawn { text += "\u{1B}[J" }
    state.drawn = shown.count
    state.lastDrawn = now
    write(text)
  }
}

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
      var line = "\(id): \(done) of \(feeds.counted("feed")), \(Summary.size(bytes))"
      if retries > 0 { line += ", \(retries.counted("retry", "retries"))" }
      if failed > 0 { line += ", \(failed) failed" }
      return line + ", \((end ?? elapsed).components.seconds) s"
    }
  }

  private var campuses: [Campus] = []

  init(_ plan: Plan) {
    var feeds: [String: Int] = [:]
    for reading in plan.readings { feeds[reading.feed.campus.id.description, default: 0] += 1 }
    campuses = feeds.sorted { $0.key < $1.key }.map { Campus(id: $0.key, feeds: $0.value) }
  }

  mutating func take(_ event: FetchEvent, at elapsed: Duration) {
    let id = event.feed.campus.description
    let index = campuses.partitioningIndex { $0.id >= id }
    guard index < campuses.count, campuses[index].id == id else { return }
    if let outcome = event.outcome {
      campuses[index].done += 1
      if !outcome.isDelivered, event.reason != .configDisabled { campuses[index].failed += 1 }
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
    let room = max(0, room - 1)
    var shown = Array(campuses.indices.lazy.filter { campuses[$0].end == nil }.prefix(room))
    shown += campuses.indices.lazy.filter { campuses[$0].end != nil }.prefix(room - shown.count)
    return shown.map { campuses[$0].line(at: elapsed) } + [sum(without: Set(shown), at: elapsed)]
  }

  private func sum(without shown: Set<Int>, at elapsed: Duration) -> String {
    let count = campuses.count - shown.count
    var sum = Campus(id: count == 1 ? "1 more campus" : "\(count) more campuses")
    sum.end = .zero
    for (index, campus) in campuses.enumerated() where !shown.contains(index) {
      sum.feeds += campus.feeds
      sum.done += campus.done
      sum.failed += campus.failed
      sum.bytes += campus.bytes
      sum.retries += campus.retries
      if let latest = sum.end, let end = campus.end { sum.end = max(latest, end) } else { sum.end = nil }
    }
    return sum.line(at: elapsed)
  }
}
