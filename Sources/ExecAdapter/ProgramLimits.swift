/// The limits of a program.
public struct ProgramLimits: Sendable, Hashable {
  /// The maximum time for one verb in seconds, unless the registry entry sets another one.
  public var seconds = 10
  /// The maximum private memory of a process, and the maximum memory of all its processes together, in bytes.
  public var memory = 1 << 30
  /// The maximum number of processes and threads.
  public var processes = 64
  /// The maximum size of a file, and of all files in the private folder, in bytes.
  public var fileSize = 64 << 20
  /// The maximum number of open files.
  public var openFiles = 256
  /// The maximum number of bytes on stdout.
  public var stdout = 16 << 20
  /// The maximum number of bytes on stderr.
  public var stderr = 64 << 10

  public init() {}
}
