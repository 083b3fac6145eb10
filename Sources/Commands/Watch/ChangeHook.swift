import CatalogDiff
import Foundation
import Subprocess
import SystemPackage

/// A program that is run for each set of changes, without a shell, with the changes on stdin: as JSON, or as text for a message.
struct ChangeHook {
  /// The form of the changes on stdin, and the option that chooses it.
  enum Form: String {
    /// A `campus-diff/1`.
    case json = "--exec"
    /// Plain text. In the arguments, `{subject}` is one line about the changes.
    case text = "--exec-text"
  }

  private let form: Form
  private let executable: Executable
  private let arguments: [String]
  private let command: String

  /// The option and its value, for messages.
  private var name: String { "\(form.rawValue) \(command)" }

  /// - Parameter command: the name or path of a program and its arguments, separated by spaces; nothing else has a special meaning, except
  ///   `{subject}` for texts. The path of an existing program is not split.
  /// - Throws: `Failure` if the program does not exist.
  init(_ command: String, _ form: Form, searching path: String?) throws(Failure) {
    let isOne = FileManager.default.isExecutableFile(atPath: command)
    let words = isOne ? [command] : command.split(separator: " ").map(String.init)
    let program = words.first ?? ""
    let folders = program.contains("/") ? [""] : (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/" }
    guard folders.contains(where: { FileManager.default.isExecutableFile(atPath: $0 + program) }) else {
      throw Failure(.usage, "\(form.rawValue) \(command): \(program) was not found or is not executable")
    }
    executable = program.contains("/") ? .path(.init(program)) : .name(program)
    arguments = Array(words.dropFirst())
    (self.form, self.command) = (form, command)
  }

  /// Runs the program to completion, with its output going to stderr. It does not have to read all of its input. It is killed if the
  /// watch is to stop.
  ///
  /// - Parameters:
  ///   - log: the changes, at least one.
  ///   - document: the same changes as JSON.
  ///   - isLast: whether no round follows.
  /// - Throws: `Failure` if it cannot be started or does not exit with 0.
  func run(_ log: ChangeLog, document: String, isLast: Bool, _ stop: StopSignal) async throws(Failure) {
    let input: [UInt8]
    var arguments = arguments
    switch form {
    case .json: input = Array(document.utf8)
    case .text:
      input = Array(ChangeText.text(of: log, on: Terminal(width: nil, hasColor: false)).utf8)
      let subject = ChangeText.subject(of: log)
      arguments = arguments.map { $0.replacing("{subject}", with: subject) }
    }
    let words = Subprocess.Arguments(arguments)
    let task = Task {
      try await Subprocess.run(
        executable, arguments: words, input: .inputWriter,
        output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ) { execution in
        _ = try? await execution.standardInputWriter.write(input)
        try? await execution.standardInputWriter.finish()
      }.terminationStatus
    }
    stop.onRequest { task.cancel() }
    let status: TerminationStatus
    do { status = try await task.value } catch { throw Failure(.local, "\(name) cannot be run: \(error)") }
    let next = isLast ? "" : "; it will run again in the next round"
    switch status {
    case .exited(0): return
    case .exited(let code): throw Failure(.local, "\(name) exited with code \(code)\(next)")
    case .signaled(let number): throw Failure(.local, "\(name) was terminated by signal \(number)\(next)")
    }
  }
}
