import Dispatch
import Glibc
import Locking

/// SIGINT and SIGTERM as a wish to stop: what is under way is left in order. A second one ends the program at once.
final class StopSignal: Sendable {
  private struct State {
    var isWished = false
    var waiting: CheckedContinuation<Void, Never>?
    var action: (@Sendable () -> Void)?
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Guarded(State())

  init() {
    let sources = [SIGINT, SIGTERM].map { number in
      // The default end is for the second one.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        self?.wish()
      }
      source.resume()
      return source
    }
    state.withLock { $0.sources = sources }
  }

  var isWished: Bool { state.withLock { $0.isWished } }

  private func wish() {
    let (waiting, action) = state.withLock { state in
      defer {
        state.waiting = nil
        state.action = nil
      }
      state.isWished = true
      return (state.waiting, state.action)
    }
    action?()
    waiting?.resume()
  }

  /// Does something when a stop is wished, or at once where it has been; in the place of what was to be done before.
  func whenWished(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isWished { state.action = action }
      return state.isWished
    }
    if isLate { action() }
  }

  /// Returns when a stop is wished, or after so many seconds. One may wait at a time.
  func wait(seconds: Int) async {
    let timer = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
      self?.wake()
    }
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.isWished || timer.isCancelled { return true }
        state.waiting = continuation
        return false
      }
      if isLate { continuation.resume() }
    }
    timer.cancel()
  }

  private func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
