import Basics
import Glibc

/// A TCP server on 127.0.0.1 that follows a script, byte for byte, on its own threads.
///
///     let server = try ScriptedServer([.receive, .respond(), .restart])
///     defer { server.stop() }
public final class ScriptedServer: Sendable {
  public struct StartError: Error {}

  public let port: Int
  private let listener: Int32
  /// Becomes readable when the server has to stop.
  private let stopper: Int32
  /// The other end of `stopper`; closing it stops the server.
  private let stopping: Int32
  /// Has one byte for each step `hold` that may end.
  private let holder: Int32
  /// The other end of `holder`.
  private let resuming: Int32
  private let scripts: [[Step]]
  private let identity: TLSIdentity?
  private let state = Guarded(State())

  private struct State {
    var record = ServerRecord()
    var isStopping = false
    var threads = 0
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    var waiting: [Waiting] = []
  }

  private struct Waiting {
    let condition: @Sendable (ServerRecord) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  /// - Parameters:
  ///   - scripts: one for each connection, in order; the last one is used for all further connections.
  ///   - place: the port to listen on; by default a free one.
  ///   - identity: the certificate for TLS connections; without one, connections are plain.
  public init(scripts: [[Step]], at place: ReservedPort? = nil, identity: TLSIdentity? = nil) throws(StartError) {
    guard let (listener, port) = Socket.listen(backlog: 128, at: place?.port ?? 0) else { throw StartError() }
    self.listener = listener
    self.port = port
    self.scripts = scripts
    self.identity = identity
    guard let stop = Socket.pair() else {
      close(listener)
      throw StartError()
    }
    guard let hold = Socket.pair() else {
      for socket in [listener, stop.0, stop.1] { close(socket) }
      throw StartError()
    }
    (stopper, stopping) = stop
    (holder, resuming) = hold
    start { $0.accept() }
  }

  /// Starts a server with one script for all connections.
  public convenience init(_ script: [Step], at place: ReservedPort? = nil, identity: TLSIdentity? = nil) throws(StartError) {
    try self.init(scripts: [script], at: place, identity: identity)
  }

  public var record: ServerRecord { state.withLock { $0.record } }

  /// "http://127.0.0.1:12345", or https, and the path.
  public func url(_ path: String = "/") -> String { "\(identity == nil ? "http" : "https")://127.0.0.1:\(port)\(path)" }

  /// Returns when the record fulfills a condition, or the server stops.
  public func wait(until condition: @escaping @Sendable (ServerRecord) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.isStopping || condition(state.record) { return true }
        state.waiting.append(Waiting(condition: condition, continuation: continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  /// Ends one step `hold`, the current one or the next.
  public func resume() {
    state.withLock { state in
      guard !state.isStopping else { return }
      var byte: UInt8 = 0
      _ = Glibc.send(resuming, &byte, 1, Int32(MSG_NOSIGNAL))
    }
  }

  /// Ends all connections. The threads then end, and the last one closes the remaining sockets.
  public func stop() {
    let waiting = state.withLock { state in
      guard !state.isStopping else { return [] as [Waiting] }
      state.isStopping = true
      close(stopping)
      close(resuming)
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiting in waiting { waiting.continuation.resume() }
  }

  /// Returns when a server that was stopped has closed all its sockets.
  public func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.threads > 0 { state.waitingForEnd.append(continuation) }
        return state.threads == 0
      }
      if hasEnded { continuation.resume() }
    }
  }

  // MARK: Threads

  private func start(_ work: @escaping @Sendable (ScriptedServer) -> Void) {
    state.withLock { $0.threads += 1 }
    if !Thread.start({
      work(self)
      self.leave()
    }) {
      leave()
    }
  }

  private func leave() {
    let waiting: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return nil }
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    guard let waiting else { return }
    close(stopper)
    close(holder)
    for waiting in waiting { waiting.resume() }
  }

  private func accept() {
    var index = 0
    while Socket.wait([(stopper, POLLIN), (listener, POLLIN)]) == listener {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      update { $0.connections += 1 }
      let script = scripts.isEmpty ? [] : scripts[min(index, scripts.count - 1)]
      index += 1
      start { server in
        let tls = server.identity.flatMap { TLSSession($0) }
        var session = Session(connection, stopper: server.stopper, holder: server.holder, tls: tls)
        session.run(script) { change in server.update(change) }
        server.update { $0.closed += 1 }
      }
    }
    close(listener)
  }

  private func update(_ change: (inout ServerRecord) -> Void) {
    let met = state.withLock { state in
      change(&state.record)
      let record = state.record
      let met = state.waiting.filter { $0.condition(record) }
      if !met.isEmpty { state.waiting.removeAll { $0.condition(record) } }
      return met
    }
    for waiting in met { waiting.continuation.resume() }
  }
}
