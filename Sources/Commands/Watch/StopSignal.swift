import Basics
import Dispatch
import Glibc

/// Turns SIGINT and SIGTERM into a request to stop after the current work. A second signal ends the program immediately.
final class StopSignal: Sendable {
  private struct State {
    var isRequested = false
    var action: (@Sendable () -> Void)?
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Guarded(State())

  /// - Parameter signals: the signals that request a stop; none to test waiting.
  init(_ signals: [Int32] = [SIGINT, SIGTERM]) {
    let sources = signals.map { number in
      // Only the second signal has its default effect.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        for number in signals { signal(number, SIG_DFL) }
        self?.request()
      }
      source.resume()
      return source
    }
    state.withLock { $0.sources = sources }
  }

  var isRequested: Bool { state.withLock { $0.isRequested } }

  func request() {
    let action = state.withLock { state in
      defer { state.action = nil }
      state.isRequested = true
      return state.action
    }
    action?()
  }

  /// Performs an action when a stop is requested, or immediately if one has been. Replaces any earlier action.
  func onRequest(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isRequested { state.action = action }
      return state.isRequested
    }
    if isLate { action() }
  }

  /// Waits until a stop is requested, or for a number of seconds. Only one task may wait at a time.
  func wait(seconds: Int) async {
    let timer = Task { _ = try? await Task.sleep(for: .seconds(seconds)) }
    onRequest { timer.cancel() }
    await timer.value
  }
}
