import Synchronization

/// Limits how many programs run at a time, because tests run many of them on few processors.
final class Gate: Sendable {
  private struct State {
    var room: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ room: Int) { state = Mutex(State(room: room)) }

  func run<Value>(_ work: () async throws -> sending Value) async rethrows -> sending Value {
    await enter()
    defer { leave() }
    return try await work()
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.room > 0 {
          state.room -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isOpen { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.room += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
