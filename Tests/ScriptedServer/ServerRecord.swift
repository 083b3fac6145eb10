/// What a scripted server has seen so far.
public struct ServerRecord: Sendable {
  public internal(set) var connections = 0
  /// Connections that are over, by whichever side.
  public internal(set) var ended = 0
  /// The heads of requests, as they came (ISO 8859-1 where they are not ASCII), in order.
  public internal(set) var heads: [String] = []
  /// Bytes handed to the system for sending.
  public internal(set) var sent = 0
}
