import Basics
import FeedKit
import Glibc
import Subprocess
import SystemPackage

/// A runner that confines programs with bubblewrap, and refuses them where that is impossible.
public struct ConfinedRunner: ProgramRunner {
  private let limits: ProgramLimits
  private let allowsUnconfined: Bool

  /// The interval at which the memory of a program is measured.
  private static let pause: Duration = .milliseconds(100)

  /// - Parameter allowsUnconfined: whether programs may run without a sandbox if none is available: with access to the user's files and
  ///   network, and possibly longer than this process.
  public init(limits: ProgramLimits = ProgramLimits(), allowsUnconfined: Bool = false) {
    self.limits = limits
    self.allowsUnconfined = allowsUnconfined
  }

  /// Returns why programs cannot be confined here; nil if they can.
  public func obstacle() async -> String? {
    let program = Program(path: "/bin/sh", arguments: [], environment: [:], readable: [], version: 1)
    switch await ConfinedRunner(limits: limits).run(program, arguments: ["-c", ":"], input: [], within: .seconds(5)).end {
    case .exit(0): return nil
    case .unconfined(let why), .spawn(let why): return why
    case let end: return "a trial failed (\(end))"
    }
  }

  public func run(_ program: Program, arguments: [String], input: [UInt8], within limit: Duration) async -> ProgramResult {
    if let failure = StartFailure(of: program.path) { return ProgramResult(.spawn("\(failure)")) }
    for folder in RunFolder.abandoned { folder.remove() }
    do {
      do {
        return try await confined(program, arguments, input, limit)
      } catch let error as Sandbox.Unavailable {
        // The sandbox may also have failed because of this program's files.
        guard allowsUnconfined, await obstacle() != nil else { return ProgramResult(.unconfined(error.why)) }
        return try await unconfined(program, arguments, input, limit)
      }
    } catch let error as Errno {
      return ProgramResult(.spawn("no temporary file can be created in \(RunFolder.parent): \(error)"))
    } catch {
      return ProgramResult(Task.isCancelled ? .cancelled : .spawn("\(error)"))
    }
  }

  /// Runs a program in a sandbox.
  private func confined(
    _ program: Program, _ arguments: [String], _ input: [UInt8], _ limit: Duration
  ) async throws -> ProgramResult {
    let files = Sandbox.outermost(program.readable)
    let folder = RunFolder.hasToCopy(files) ? try RunFolder() : nil
    defer { folder?.remove() }
    let status = try UnnamedFile()
    let words = try Sandbox(limits: limits, time: limit).words(
      for: [program.path] + program.arguments + arguments, files: try folder?.copy(files) ?? files.map { ($0, $0) }, status: status.path)
    let outcome = try await launch(words, program, input, limit, home: Sandbox.scratch)
    guard outcome.reason != nil || status.exitCode != nil else {
      throw Sandbox.Unavailable(why: "bubblewrap failed: " + (Self.lastLine(of: outcome.stderr) ?? "exit code \(outcome.code)"))
    }
    return outcome.result(of: program, code: status.exitCode ?? 0)
  }

  /// Runs a program with the files and the network of the user.
  private func unconfined(
    _ program: Program, _ arguments: [String], _ input: [UInt8], _ limit: Duration
  ) async throws -> ProgramResult {
    let folder = try RunFolder()
    defer { folder.remove() }
    let words = try Sandbox(limits: limits, time: limit).unconfinedWords(for: [program.path] + program.arguments + arguments)
    let scratch = try folder.scratch()
    let outcome = try await launch(words, program, input, limit, home: scratch, directory: FilePath(scratch))
    return outcome.result(of: program, code: outcome.code)
  }

  /// The result of a command.
  private struct Outcome {
    let stdout: [UInt8]
    let stderr: String
    /// The exit code as a shell has it: 128 and the number of the signal for a process that was ended by one.
    let code: Int
    /// Why it was killed, if it was.
    let reason: ProgramResult.End?

    func result(of program: Program, code: Int) -> ProgramResult {
      ProgramResult(reason ?? end(code, of: program.path), stdout: stdout, stderr: stderr)
    }

    private func end(_ code: Int, of path: String) -> ProgramResult.End {
      if let failure = StartFailure(path, exitCode: code, message: ConfinedRunner.lastLine(of: stderr)) { return .spawn("\(failure)") }
      switch code - 128 {
      case Int(SIGXCPU): return .limit("cpu")
      case Int(SIGXFSZ): return .limit("file_size")
      case let number where number > 0 && number <= 64: return .signal(number)
      default: return .exit(code)
      }
    }
  }

  private static func lastLine(of text: String) -> String? { text.split(whereSeparator: \.isNewline).last.map(String.init) }

  /// Runs a command line and waits until it ends or the time is up.
  private func launch(
    _ words: [String], _ program: Program, _ input: [UInt8], _ limit: Duration, home: String, directory: FilePath? = nil
  ) async throws -> Outcome {
    // The environment is not on the command line, which all users can read.
    let environment = program.environment.merging(["HOME": home, "TMPDIR": home]) { $1 }
    var options = PlatformOptions()
    // Signals of a terminal, such as Ctrl-C and Ctrl-Z, are for this process only.
    options.createSession = true
    options.teardownSequence = []
    let deadline = ContinuousClock.now + limit
    // Why the program was killed, if it was.
    let reason = Guarded<ProgramResult.End?>(nil)
    let run = try await Subprocess.run(
      .path("/bin/sh"), arguments: Subprocess.Arguments(words),
      environment: .custom(environment.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)\0".utf8) }),
      workingDirectory: directory,
      platformOptions: options, input: .fileDescriptor(UnnamedFile.input(input), closeAfterSpawningProcess: true), output: .sequence,
      error: .sequence
    ) { execution in
      let process = execution.processIdentifier.value
      // When bubblewrap ends, its namespaces end too, but not immediately.
      let stop: @Sendable (ProgramResult.End) -> Void = { end in
        reason.withLock { $0 = $0 ?? end }
        Descendants.kill(of: process)
        try? execution.send(signal: .kill)
      }
      let watch = Task {
        let memory = MemoryUse(of: process)
        while true {
          try await Task.sleep(until: min(deadline, ContinuousClock.now + Self.pause))
          if ContinuousClock.now >= deadline { return stop(.timeout) }
          if memory.bytes > limits.memory { return stop(.limit("memory")) }
        }
      }
      return await withTaskCancellationHandler {
        async let stderr = Captured(execution.standardError, limit: limits.stderr) { stop(.outputLimit("stderr")) }
        let stdout = await Captured(execution.standardOutput, limit: limits.stdout) { stop(.outputLimit("stdout")) }
        let outputs = await (stdout, stderr)
        // The process id is only valid until this closure returns; a later signal could hit a different process.
        watch.cancel()
        _ = await watch.result
        return outputs
      } onCancel: {
        stop(.cancelled)
      }
    }
    let (stdout, stderr) = run.closureResult
    let code =
      switch run.terminationStatus {
      case .exited(let code): Int(code)
      case .signaled(let number): 128 + Int(number)
      }
    return Outcome(
      stdout: stdout.bytes, stderr: String(decoding: stderr.bytes, as: UTF8.self), code: code, reason: reason.withLock { $0 })
  }

  /// The first part of an output.
  private struct Captured: Sendable {
    var bytes: [UInt8] = []

    /// Reads an output to its end. Everything beyond the limit is discarded.
    ///
    /// - Parameter stop: is called when there is more.
    init(_ sequence: SubprocessOutputSequence, limit: Int, _ stop: () -> Void) async {
      var isOver = false
      do {
        for try await buffer in sequence where !isOver {
          if bytes.count + buffer.count > limit {
            isOver = true
            stop()
          } else {
            buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
          }
        }
      } catch {
        // Treat this like the end of a killed program.
      }
    }
  }
}
