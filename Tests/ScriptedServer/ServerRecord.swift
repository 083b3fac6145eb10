/// The record of a scripted server so far.
public struct ServerRecord: Sendable {
  public internal(set) var connections = 0
  /// Connections that were closed by either side.
  public internal(set) var closed = 0
  /// The heads of the requests, in order; bytes that are not ASCII are read as ISO 8859-1.
  public internal(set) var heads: [String] = []
  /// Bytes handed to the system for sending.
  public internal(set) var sent = 0
}
