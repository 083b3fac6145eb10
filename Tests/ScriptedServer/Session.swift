import Glibc

/// One connection and its script.
struct Session {
  private let socket: Int32
  private let stopper: Int32
  private let holder: Int32
  private let tls: TLSSession?
  private var pending: [UInt8] = []
  private var head = ""

  /// - Parameters:
  ///   - stopper: becomes readable when the server has to stop.
  ///   - holder: has one byte for each step `hold` that may end.
  ///   - tls: nil for plain connections.
  init(_ socket: Int32, stopper: Int32, holder: Int32, tls: TLSSession?) {
    self.socket = socket
    self.stopper = stopper
    self.holder = holder
    self.tls = tls
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  mutating func run(_ script: [Step], _ update: ((inout ServerRecord) -> Void) -> Void) {
    var index = 0
    var isRunning = shakeHands()
    var isAnnouncingEnd = true
    while isRunning, index < script.count {
      let step = script[index]
      index += 1
      switch step {
      case .receive: isRunning = receive(update)
      case .send(let bytes): isRunning = send(bytes, update)
      case .answer(let make): isRunning = send(make(head), update)
      case .sendForever(let bytes): while send(bytes, update) {}
      case .drip(let bytes, let time): isRunning = drip(bytes, time, update)
      case .pause(let time): isRunning = Socket.wait([(stopper, POLLIN)], for: time) == nil
      case .hold: isRunning = hold()
      case .listen: while read() {}
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(socket)
        return
      case .relay(let port):
        relay(to: port)
        isRunning = false
      case .vanish: (isRunning, isAnnouncingEnd) = (false, false)
      case .restart: index = 0
      }
    }
    if isAnnouncingEnd, let tls {
      tls.close()
      _ = sendRaw(tls.takeOutput()) { _ in }
    }
    // Unread data would turn the close into a reset.
    shutdown(socket, Int32(SHUT_WR))
    while read() {}
    close(socket)
  }

  /// Completes the TLS handshake, if there is one; returns false if it fails.
  private mutating func shakeHands() -> Bool {
    guard let tls else { return true }
    while !tls.isEstablished { guard read() else { return false } }
    return true
  }

  private mutating func receive(_ update: ((inout ServerRecord) -> Void) -> Void) -> Bool {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      if let place = pending.indices.first(where: { pending[$0...].starts(with: end) }) {
        head = String(String.UnicodeScalarView(pending[..<place].map { Unicode.Scalar($0) }))
        pending.removeFirst(place + end.count)
        let head = head
        update { $0.heads.append(head) }
        return true
      }
      guard read() else { return false }
    }
  }

  /// Returns false at the end of the connection.
  private mutating func read() -> Bool {
    guard Socket.wait([(stopper, POLLIN), (socket, POLLIN)]) == socket else { return false }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    guard let tls else {
      pending += buffer[..<count]
      return true
    }
    pending += tls.decrypt(Array(buffer[..<count]))
    return sendRaw(tls.takeOutput()) { _ in }
  }

  private func send(_ bytes: [UInt8], _ update: ((inout ServerRecord) -> Void) -> Void) -> Bool {
    guard let tls else { return sendRaw(bytes, update) }
    tls.encrypt(bytes)
    return sendRaw(tls.takeOutput(), update)
  }

  /// Sends bytes as they are.
  private func sendRaw(_ bytes: [UInt8], _ update: ((inout ServerRecord) -> Void) -> Void) -> Bool {
    var sent = 0
    while sent < bytes.count {
      guard Socket.wait([(stopper, POLLIN), (socket, POLLOUT)]) == socket else { return false }
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EAGAIN { continue }
      guard count > 0 else { return false }
      sent += count
      update { $0.sent += count }
    }
    return true
  }

  private func hold() -> Bool {
    var byte: UInt8 = 0
    return Socket.wait([(stopper, POLLIN), (holder, POLLIN)]) == holder && recv(holder, &byte, 1, 0) == 1
  }

  private func drip(_ bytes: [UInt8], _ time: Duration, _ update: ((inout ServerRecord) -> Void) -> Void) -> Bool {
    for byte in bytes {
      guard send([byte], update), Socket.wait([(stopper, POLLIN)], for: time) == nil else { return false }
    }
    return true
  }

  /// Relays until either side closes, or the server stops.
  private func relay(to port: Int) {
    let other = Socket.connect(port: port)
    defer { close(other) }
    guard Socket.wait([(stopper, POLLIN), (other, POLLOUT)]) == other else { return }
    while let ready = Socket.wait([(stopper, POLLIN), (socket, POLLIN), (other, POLLIN)]), ready != stopper {
      guard pass(from: ready, to: ready == socket ? other : socket) else { return }
    }
  }

  /// Passes on available bytes; returns false at the end of the connection.
  private func pass(from source: Int32, to target: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(source, &buffer, buffer.count, 0)
    var sent = 0
    while sent < count {
      guard Socket.wait([(stopper, POLLIN), (target, POLLOUT)]) == target else { return false }
      let more = buffer.withUnsafeBytes { bytes in
        Glibc.send(target, bytes.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if more < 0, errno == EAGAIN { continue }
      guard more > 0 else { return false }
      sent += more
    }
    return count > 0
  }
}
