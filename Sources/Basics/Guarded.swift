public import Glibc

/// A value protected by a lock.
///
/// The lock is a `pthread_mutex_t`, which the thread sanitizer supports, unlike the standard library's `Mutex`. Modules that use it get a
/// specialized copy of `withLock`: the generic version takes longer than the lock itself.
public final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  /// Creates a protected value.
  public init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value while holding the lock. Keep the call short; it must not lock the same value again.
  @inlinable public func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
