import Foundation
import Subprocess
import SystemPackage

/// A program that is run for each set of changes, without a shell, with the changes as JSON on stdin.
struct ChangeHook {
  private let executable: Executable
  private let arguments: Subprocess.Arguments
  private let command: String

  /// - Parameter command: the name or path of a program and its arguments, separated by spaces; nothing else has a special meaning. The
  ///   path of an existing program is not split.
  /// - Throws: `Failure` if the program does not exist.
  init(_ command: String, searching path: String?) throws(Failure) {
    let isOne = FileManager.default.isExecutableFile(atPath: command)
    let words = isOne ? [command] : command.split(separator: " ").map(String.init)
    let program = words.first ?? ""
    let folders = program.contains("/") ? [""] : (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/" }
    guard folders.contains(where: { FileManager.default.isExecutableFile(atPath: $0 + program) }) else {
      throw Failure(.usage, "--exec \(command): \(program) was not found or is not executable")
    }
    executable = program.contains("/") ? .path(.init(program)) : .name(program)
    arguments = Subprocess.Arguments(Array(words.dropFirst()))
    self.command = command
  }

  /// Runs the program to completion, with its output going to stderr. It does not have to read all of its input. It is killed if the
  /// watch is to stop.
  ///
  /// - Parameter isLast: whether no round follows.
  /// - Throws: `Failure` if it cannot be started or does not exit with 0.
  func run(_ json: String, isLast: Bool, _ stop: StopSignal) async throws(Failure) {
    let input = Array(json.utf8)
    let task = Task {
      try await Subprocess.run(
        executable, arguments: arguments, input: .inputWriter,
        output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ) { execution in
        _ = try? await execution.standardInputWriter.write(input)
        try? await execution.standardInputWriter.finish()
      }.terminationStatus
    }
    stop.onRequest { task.cancel() }
    let status: TerminationStatus
    do { status = try await task.value } catch { throw Failure(.local, "--exec \(command) cannot be run: \(error)") }
    let next = isLast ? "" : "; it will run again in the next round"
    switch status {
    case .exited(0): return
    case .exited(let code): throw Failure(.local, "--exec \(command) exited with code \(code)\(next)")
    case .signaled(let number): throw Failure(.local, "--exec \(command) was terminated by signal \(number)\(next)")
    }
  }
}
