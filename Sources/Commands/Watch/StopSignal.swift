import Dispatch
import Glibc
import Locking

/// Turns SIGINT and SIGTERM into a request to stop after the current work. A second signal ends the program at once.
final class StopSignal: Sendable {
  private struct State {
    var isWished = false
    var action: (@Sendable () -> Void)?
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Guarded(State())

  /// - Parameter signals: those that are a wish to stop; none for a test of waiting.
  init(_ signals: [Int32] = [SIGINT, SIGTERM]) {
    let sources = signals.map { number in
      // The default end is for the second one.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        for number in signals { signal(number, SIG_DFL) }
        self?.wish()
      }
      source.resume()
      return source
    }
    state.withLock { $0.sources = sources }
  }

  var isWished: Bool { state.withLock { $0.isWished } }

  func wish() {
    let action = state.withLock { state in
      defer { state.action = nil }
      state.isWished = true
      return state.action
    }
    action?()
  }

  /// Does something when a stop is wished, or at once where it has been; instead of what was to be done before.
  func whenWished(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isWished { state.action = action }
      return state.isWished
    }
    if isLate { action() }
  }

  /// Returns when a stop is wished, or after so many seconds. One may wait at a time.
  func wait(seconds: Int) async {
    let timer = Task { _ = try? await Task.sleep(for: .seconds(seconds)) }
    whenWished { timer.cancel() }
    await timer.value
  }
}
