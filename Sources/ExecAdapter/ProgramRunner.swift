/// A type that runs programs that are not trusted.
public protocol ProgramRunner: Sendable {
  /// Runs a program until it ends or the time is up. All its processes have then ended.
  ///
  /// - Parameter input: its standard input.
  func run(_ program: Program, arguments: [String], input: [UInt8], within limit: Duration) async -> ProgramResult
}

/// A program that a command names: its path, and the files it may read.
public struct Program: Sendable, Hashable {
  /// The absolute path of the file.
  public let path: String
  /// The arguments of the command, before the verb.
  public let arguments: [String]
  /// The variables of its environment.
  public let environment: [String: String]
  /// The absolute paths of files and folders that it may read, in addition to the system's. Links in them are followed.
  public let readable: [String]
  /// A number that changes with the command and its files.
  public let version: Int
  /// Why the program cannot be run, such as a file that does not exist; nil if it can.
  public let problem: String?

  public init(
    path: String, arguments: [String], environment: [String: String], readable: [String], version: Int, problem: String? = nil
  ) {
    self.problem = problem
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.readable = readable
    self.version = version
  }
}

/// The end of a program, with its output until then.
public struct ProgramResult: Sendable, Hashable {
  public enum End: Sendable, Hashable {
    case exit(Int)
    case signal(Int)
    /// The time was up.
    case timeout
    /// A limit was exceeded: "memory", "cpu" or "file_size".
    case limit(String)
    /// It wrote more than allowed to "stdout" or "stderr".
    case outputLimit(String)
    /// It could not be started; the text has the reason.
    case spawn(String)
    /// It was not started because it could not be confined; the text has the reason.
    case unconfined(String)
    /// The task that waited for it was canceled.
    case cancelled
  }

  public let end: End
  public let stdout: [UInt8]
  /// The text on stderr, with replacement characters for bytes that are not UTF-8.
  public let stderr: String

  public init(_ end: End, stdout: [UInt8] = [], stderr: String = "") {
    self.end = end
    self.stdout = stdout
    self.stderr = stderr
  }
}
