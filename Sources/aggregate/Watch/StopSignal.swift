import Dispatch
import Glibc
import Locking

/// SIGINT and SIGTERM as a wish to stop: what is under way is left in order. A second one ends the program at once.
final class StopSignal: Sendable {
  private struct State {
    var isWished = false
    var waiting: CheckedContinuation<Void, Never>?
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Guarded(State())

  init() {
    let sources = [SIGINT, SIGTERM].map { number in
      // The default end is for the second one.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak self] in
        signal(number, SIG_DFL)
        self?.wish()
      }
      source.resume()
      return source
    }
    state.withLock { $0.sources = sources }
  }

  var isWished: Bool { state.withLock { $0.isWished } }

  private func wish() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      state.isWished = true
      return state.waiting
    }
    waiting?.resume()
  }

  /// Returns when a stop is wished, or after so many seconds. One may wait at a time.
  func wait(seconds: Int) async {
    let timer = Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
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
