import Hummingbird
import NIOCore

/// The context of a request for middleware and handlers, besides its head.
struct SiteContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection; nil for requests without one.
  var channel: (any Channel)?
  /// The decoded path and query; nil if they are not valid.
  var target: RequestTarget?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Runs slow work, which is canceled when the connection is closed. A client that has only ended its side of the connection still waits.
  func whileClientWaits<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    guard let channel else { return try await work() }
    let task = Task { try await work() }
    let loop = channel.eventLoop
    @Sendable func guardian() -> ConnectionGuard? { try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self) }
    loop.execute {
      // The client may have closed the connection.
      guard channel.isActive else { return task.cancel() }
      guardian()?.onClose = { task.cancel() }
    }
    defer { loop.execute { guardian()?.onClose = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
