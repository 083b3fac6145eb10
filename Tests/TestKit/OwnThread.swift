import Foundation

/// Does work that blocks, such as waiting for a program, on a thread of its own. Swift's pool has only as many threads as there are cores,
/// and other tests need them.
public func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
  }
}
