import CatalogExport
import CatalogSession
import Locking

/// Draws the progress of a run on a terminal: at the beginning, on events, and every second.
final class Progress: Sendable {
  private struct State {
    /// The lines to draw; nil before the beginning and after the end.
    var lines: ProgressLines?
    var drawn = 0
    var lastDrawn: Duration = .zero
    var ticking: Task<Void, Never>?
  }

  private let isShown: Bool
  private let clock: any RunClock
  private let size: @Sendable () -> (rows: Int, columns: Int)
  private let write: @Sendable (String) -> Void
  private let start: Duration
  private let state = Guarded(State())

  /// The minimum time between drawings for events; faster events are drawn together.
  private static let pause: Duration = .milliseconds(80)

  /// - Parameters:
  ///   - clock: measures the time that is shown, and the seconds between drawings.
  ///   - size: returns the size of the terminal in rows and columns; called each time, because windows can be resized.
  ///   - write: draws on the terminal.
  init(
    isShown: Bool, clock: any RunClock, size: @escaping @Sendable () -> (rows: Int, columns: Int) = { Terminal.sizeOfStandardError() },
    write: @escaping @Sendable (String) -> Void = { Console.draw($0) }
  ) {
    self.isShown = isShown
    self.clock = clock
    self.size = size
    self.write = write
    start = clock.elapsed()
  }

  func begin(_ plan: Plan) {
    guard isShown else { return }
    state.withLock { state in
      state.lines = ProgressLines(plan)
      draw(&state)
      // There may be no events for a long time, and the user should see that time passes.
      state.ticking = Task { [weak self, clock] in
        while (try? await clock.sleep(for: .seconds(1))) != nil, let self { self.tick() }
      }
    }
  }

  func take(_ event: FetchEvent) {
    guard isShown else { return }
    state.withLock { state in
      state.lines?.take(event, at: clock.elapsed() - start)
      if clock.elapsed() - state.lastDrawn > Self.pause { draw(&state) }
    }
  }

  private func tick() { state.withLock { draw(&$0) } }

  /// Removes the lines, because the summary has the same information.
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
