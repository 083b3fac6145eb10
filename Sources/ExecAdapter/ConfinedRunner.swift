import FeedKit
import Foundation
import Glibc
import Basics
import Subprocess
import SystemPackage

/// A runner that confines programs with bubblewrap, and refuses them where that is impossible.
public struct ConfinedRunner: ProgramRunner {
  private let limits: ProgramLimits
  private let allowsUnconfined: Bool

  /// How often the memory of a program is measured.
  private static let pause: Duration = .milliseconds(100)

  /// - Parameter allowsUnconfined: whether programs run without a sandbox where none is possible: with the files and the network of the
  ///   user, and perhaps longer than this process.
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
    let folder: RunFolder
    do throws(Errno) { folder = try RunFolder() } catch {
      return ProgramResult(.spawn("no temporary folder can be created in \(RunFolder.parent): \(error)"))
    }
    defer { folder.remove() }
    let words = [program.path] + program.arguments + arguments
    let sandbox = Sandbox(limits: limits, time: limit)
    var result: ProgramResult
    do {
      let files = try folder.readable(Sandbox.outermost(program.readable))
      result = await launch(
        try sandbox.words(for: words, files: files, status: folder.status), program, input, limit, in: folder, home: Sandbox.scratch)
    } catch let error as Sandbox.Unavailable {
      result = ProgramResult(.unconfined(error.why))
    } catch {
      return ProgramResult(.spawn("\(error)"))
    }
    // A sandbox may also have failed because of this program's files.
    guard case .unconfined = result.end, allowsUnconfined, await obstacle() != nil else { return result }
    do {
      try folder.makeScratch()
      return await launch(
        try sandbox.unconfinedWords(for: words), program, input, limit, in: folder, home: folder.scratch, isConfined: false)
    } catch let error as Sandbox.Unavailable {
      return ProgramResult(.unconfined(error.why))
    } catch {
      return ProgramResult(.spawn("no temporary folder can be created in \(RunFolder.parent): \(error)"))
    }
  }

  /// Starts the words, and waits for their end, at the latest to the end of a time.
  private func launch(
    _ words: [String], _ program: Program, _ input: [UInt8], _ limit: Duration, in folder: RunFolder, home: String,
    isConfined: Bool = true
  ) async -> ProgramResult {
    // The environment is not on the command line, which all users can read.
    let environment = program.environment.merging(["HOME": home, "TMPDIR": home]) { $1 }
    var options = PlatformOptions()
    // Signals of a terminal, such as those of Ctrl-C and Ctrl-Z, are for this process only.
    options.createSession = true
    options.teardownSequence = []
    let deadline = ContinuousClock.now + limit
    // Why the program was killed, if it was.
    let reason = Guarded<ProgramResult.End?>(nil)
    let outcome: (output: (stdout: Captured, stderr: Captured), code: Int)
    do {
      let run = try await Subprocess.run(
        .path("/bin/sh"), arguments: Subprocess.Arguments(words),
        environment: .custom(environment.map { Array("\($0.key)=\($0.value)\0".utf8) }),
        workingDirectory: isConfined ? nil : FilePath(home), platformOptions: options,
        input: .fileDescriptor(folder.input(input), closeAfterSpawningProcess: true), output: .sequence, error: .sequence
      ) { execution in
        let process = execution.processIdentifier.value
        // The end of bubblewrap is also the end of its namespaces, but not at once.
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
        defer { watch.cancel() }
        return await withTaskCancellationHandler {
          async let stderr = Captured(execution.standardError, limit: limits.stderr) { stop(.outputLimit("stderr")) }
          let stdout = await Captured(execution.standardOutput, limit: limits.stdout) { stop(.outputLimit("stdout")) }
          return await (stdout, stderr)
        } onCancel: {
          stop(.cancelled)
        }
      }
      outcome = (run.closureResult, Self.code(of: run.terminationStatus))
    } catch {
      return ProgramResult(Task.isCancelled ? .cancelled : .spawn("it cannot be started: \(error)"))
    }
    let stderr = String(decoding: outcome.output.stderr.bytes, as: UTF8.self)
    let end: ProgramResult.End =
      if let reason = reason.withLock({ $0 }) {
        reason
      } else if let code = isConfined ? folder.exitCode : outcome.code {
        Self.end(code, of: program.path, stderr)
      } else {
        .unconfined(Self.lastLine(of: stderr).map { "bubblewrap failed: \($0)" } ?? "bubblewrap failed")
      }
    return ProgramResult(end, stdout: outcome.output.stdout.bytes, stderr: stderr)
  }

  /// Returns the exit code as a shell has it: 128 and the number of the signal for a program that was ended by one.
  private static func code(of status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let number): 128 + Int(number)
    }
  }

  private static func end(_ code: Int, of path: String, _ stderr: String) -> ProgramResult.End {
    if let failure = StartFailure(path, exitCode: code, message: lastLine(of: stderr)) { return .spawn("\(failure)") }
    switch code - 128 {
    case Int(SIGXCPU): return .limit("cpu")
    case Int(SIGXFSZ): return .limit("file_size")
    case let number where number > 0 && number <= 64: return .signal(number)
    default: return .exit(code)
    }
  }

  private static func lastLine(of text: String) -> String? { text.split(whereSeparator: \.isNewline).last.map(String.init) }

  /// The beginning of an output.
  private struct Captured: Sendable {
    var bytes: [UInt8] = []

    /// Reads an output to its end. Beyond the limit, it is thrown away.
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
        // The end is the same as that of a program that was killed.
      }
    }
  }
}
