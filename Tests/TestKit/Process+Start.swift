public import Foundation

extension Process {
  private static let starting = NSLock()

  /// Starts the program. Use this instead of `run`, which is not safe when several tests start programs at the same time.
  ///
  /// Foundation detects that a program has ended when its end of a socket is closed. A program started at the same moment may inherit that
  /// end. If it is a server, the first program seems to run as long as the server does.
  public func start() throws { try Self.starting.withLock { try run() } }
}
