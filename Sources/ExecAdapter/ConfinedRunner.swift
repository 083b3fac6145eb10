import Foundation
import Glibc
import Subprocess
import SystemPackage

/// A runner that starts this program's own binary as a launcher, which confines the program (`clinux_confine`).
public struct ConfinedRunner: ProgramRunner {
  /// The path of the `aggregate` binary; "/proc/self/exe" in that program.
  private let launcher: String
  private let limits: ProgramLimits
  private let usesNamespaces: Bool

  /// How long the launcher has to end everything: after the deadline, and once more after it was woken up.
  private static let grace: Duration = .milliseconds(80)

  /// - Parameter usesNamespaces: false to confine programs as on a kernel without namespaces.
  public init(launcher: String = "/proc/self/exe", limits: ProgramLimits = ProgramLimits(), usesNamespaces: Bool = true) {
    self.launcher = launcher
    self.limits = limits
    self.usesNamespaces = usesNamespaces
  }

  public func run(_ program: Program, arguments: [String], input: [UInt8], within limit: Duration) async -> ProgramResult {
    for folder in RunFolder.abandoned { await remove(folder) }
    let folder: RunFolder
    do throws(Errno) { folder = try RunFolder() } catch {
      return ProgramResult(.spawn("there is no scratch folder in \(RunFolder.parent): \(error)"))
    }
    let result = await launch(program, arguments, input, limit, folder)
    await remove(folder)
    return result
  }

  /// Removes a folder, with a launcher if the one that used it was killed before it could empty the scratch folder.
  private func remove(_ folder: RunFolder) async {
    if folder.remove() { return }
    // A launcher whose starter has ended only removes its folders. Cancelling the run does not stop that.
    let words = ["__confine", "--starter=0", "--status=\(folder.status)", "--scratch=\(folder.scratch)", "--", "/bin/true"]
    await Task { [launcher] in
      _ = try? await Subprocess.run(
        .path(FilePath(launcher)), arguments: Subprocess.Arguments(words), environment: .custom([:] as [Environment.Key: String]),
        input: .none, output: .discarded, error: .discarded)
    }.value
  }

  private func launch(
    _ program: Program, _ arguments: [String], _ input: [UInt8], _ limit: Duration, _ folder: RunFolder
  ) async -> ProgramResult {
    let (seconds, attoseconds) = limit.components
    let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    var words = [
      "__confine", "--starter=\(getpid())", "--status=\(folder.status)", "--scratch=\(folder.scratch)",
      "--milliseconds=\(milliseconds)",
      "--memory=\(limits.memory)", "--processes=\(limits.processes)", "--file-size=\(limits.fileSize)", "--files=\(limits.openFiles)",
    ]
    words += program.readable.map { "--read=\($0)" }
    if !usesNamespaces { words.append("--no-namespaces") }
    words += ["--", program.path] + program.arguments + arguments
    var environment = program.environment
    environment["HOME"] = folder.scratch
    environment["TMPDIR"] = folder.scratch
    var options = PlatformOptions()
    // What a terminal sends to this process, such as Ctrl-Z, is not for the launcher, which keeps the time.
    options.createSession = true
    // The launcher ends what it started, even if it was stopped. Killing it is the last resort.
    options.teardownSequence = [
      .send(signal: .resume, allowedDurationToNextStep: .milliseconds(1)),
      .send(signal: .terminate, allowedDurationToNextStep: .seconds(1)),
    ]
    let deadline = ContinuousClock.now + .milliseconds(milliseconds) + Self.grace
    let output: (stdout: Captured, stderr: Captured)
    do {
      output = try await Subprocess.run(
        .path(FilePath(launcher)), arguments: Subprocess.Arguments(words),
        environment: .custom(environment.map { Array("\($0.key)=\($0.value)\0".utf8) }),
        platformOptions: options, input: .fileDescriptor(folder.input(input), closeAfterSpawningProcess: true), output: .sequence,
        error: .sequence
      ) { execution in
        let guardian = Task {
          try await Task.sleep(until: deadline)
          // It may have been stopped, perhaps together with this process.
          try execution.send(signal: .resume)
          try await Task.sleep(for: Self.grace)
          Descendants.kill(of: execution.processIdentifier.value)
          try execution.send(signal: .kill)
        }
        defer { guardian.cancel() }
        // Ends the launcher, and by that the program, whose other output is then lost.
        let stop: @Sendable () -> Void = { try? execution.send(signal: .terminate) }
        async let stderr = Captured(execution.standardError, limit: limits.stderr, stop)
        let stdout = await Captured(execution.standardOutput, limit: limits.stdout, stop)
        return await (stdout, stderr)
      }.closureResult
    } catch {
      if Task.isCancelled { return ProgramResult(.cancelled) }
      return ProgramResult(.spawn("the launcher cannot be run: \(error)"))
    }
    let stderr = String(decoding: output.stderr.bytes, as: UTF8.self)
    for (name, captured) in [("stdout", output.stdout), ("stderr", output.stderr)] where captured.isOver {
      return ProgramResult(.outputLimit(name), stderr: stderr)
    }
    return ProgramResult(Task.isCancelled ? .cancelled : folder.end(of: program.path), stdout: output.stdout.bytes, stderr: stderr)
  }

  /// The beginning of an output.
  private struct Captured: Sendable {
    var bytes: [UInt8] = []
    /// Whether there was more.
    var isOver = false

    /// Reads an output to its end. Beyond the limit, it is thrown away.
    init(_ sequence: SubprocessOutputSequence, limit: Int, _ stop: () -> Void) async {
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
