/// The sockets of all open connections, found by their endpoints.
///
/// During a transfer, libcurl does not reveal which socket it uses, only the addresses and ports at both ends.
struct OpenSockets {
  /// An address and a port.
  struct Endpoint: Equatable {
    /// 4 or 16 bytes in network order.
    let address: [UInt8]
    let port: Int32
  }

  /// The two endpoints of a connection. A port alone does not identify it.
  struct Ends: Equatable {
    let local: Endpoint
    let remote: Endpoint
  }

  private var sockets: [Int32: OpenSocket] = [:]

  /// Adds a socket that was just opened.
  mutating func add(_ descriptor: Int32) { sockets[descriptor] = OpenSocket(descriptor) }

  /// Removes a socket that is about to be closed.
  mutating func remove(_ descriptor: Int32) { sockets.removeValue(forKey: descriptor)?.close() }

  /// Returns the socket between two endpoints; nil if there is none.
  func find(_ ends: Ends) -> OpenSocket? { sockets.values.first { $0.connects(ends) } }
}
