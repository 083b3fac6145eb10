/// Work that is begun once, by whoever asks for it first, and that all can wait for.
public final class OnceTask<Value: Sendable>: Sendable {
  private let work: @Sendable () async -> Value
  private let task = Guarded<Task<Value, Never>?>(nil)

  public init(_ work: @escaping @Sendable () async -> Value) { self.work = work }

  /// Begins with it, where that has not been done. The task gives what came of it.
  @discardableResult
  public func begin() -> Task<Value, Never> {
    task.withLock { task in
      if let task { return task }
      let begun = Task { [work] in await work() }
      task = begun
      return begun
    }
  }
}
