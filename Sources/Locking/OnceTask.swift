/// Work that is begun once, by whoever asks for it first, and that all can wait for. What it holds is let go when it ends.
public final class OnceTask<Value: Sendable>: Sendable {
  private typealias Work = @Sendable () async -> Value

  private enum State {
    case waiting(Work)
    case begun(Task<Value, Never>)
  }

  private let state: Guarded<State>

  public init(_ work: @escaping @Sendable () async -> Value) { state = Guarded(.waiting(work)) }

  /// Begins with it, where that has not been done. The task gives what came of it.
  @discardableResult
  public func begin() -> Task<Value, Never> {
    state.withLock { state in
      switch state {
      case .begun(let task): return task
      case .waiting(let work):
        let task = Task { await work() }
        state = .begun(task)
        return task
      }
    }
  }
}
