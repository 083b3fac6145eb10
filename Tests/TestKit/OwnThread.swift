import Foundation

/// Does blocking work, such as waiting for a program, on a separate thread. Swift's pool has only as many threads as there are cores, and
/// other tests need them.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
