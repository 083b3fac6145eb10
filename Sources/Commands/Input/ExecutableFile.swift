import Aggregation
import ArgumentParser
import Basics
import ExecAdapter
import FeedKit
import Glibc

/// Creates the adapters that run programs.
enum ExecutableFile {
  static let unconfinedHelp = ArgumentHelp(
    "Run programs even where they cannot be confined: with your rights, all your files and the network, and perhaps beyond their time.")

  /// Returns the adapter that runs a command of a registry file, if the user has trusted it.
  ///
  /// A program that does not exist is a problem of its feed, not of the registry file: other feeds are read without it.
  ///
  /// - Parameter registry: the path and the contents of the registry file.
  static func adapter(
    _ command: ExecutableCommand, of registry: (path: String, bytes: [UInt8]), _ environment: CommandEnvironment
  ) throws(MappingFileError) -> any FeedAdapter {
    let program = try RegistryProgram(command, of: registry, environment)
    return adapter(command, program.files, environment, program)
  }

  /// Returns the adapter that runs a command on the command line, which the user thereby trusts. It may read the same files as a command in
  /// a registry file: those that it names.
  ///
  /// - Parameter requests: the names of its requests.
  static func adapter(named text: String, requests: [String], _ environment: CommandEnvironment) throws(Failure) -> ExecAdapter {
    let words = words(of: text, environment)
    let command = ExecutableCommand(words: words, environment: [], requests: requests, timeout: nil)
    do throws(MappingFileError) {
      return adapter(command, try ProgramFiles(words, in: "/", environment), environment, nil)
    } catch {
      throw Failure(.usage, error.message)
    }
  }

  /// Returns the program and the arguments of a command on the command line, separated by spaces, with absolute paths. A file may have
  /// spaces in its own path.
  static func words(of text: String, _ environment: CommandEnvironment) -> [String] {
    func absolute(_ path: String) -> String { InputFile.absolute(path.hasPrefix("/") ? path : "\(environment.directory)/\(path)") }
    let words = InputFile.isRegular(absolute(text)) == nil ? text.split(separator: " ").map(String.init) : [text]
    return words.enumerated().map { index, word in
      ProgramFiles.isPath(word) || index == 0 && word.contains("/") ? absolute(word) : word
    }
  }

  /// Returns the adapter of a command in a recorded case, which is not run: the user names the program to test.
  static func adapter(ofCase command: ExecutableCommand, _ environment: CommandEnvironment) -> any FeedAdapter {
    adapter(command, ProgramFiles(unread: command.words[0]), environment, CaseProgram())
  }

  private struct CaseProgram: FeedTrust {
    var refusal: AdapterError? {
      AdapterError(.pluginUntrusted, "programs that a recorded case names are not run; name the program to test on the command line")
    }
  }

  private static func adapter(
    _ command: ExecutableCommand, _ files: ProgramFiles, _ environment: CommandEnvironment, _ trust: (any FeedTrust)?
  ) -> ExecAdapter {
    var variables = ["PATH": ProgramFiles.systemFolders.joined(separator: ":")]
    for name in command.environment { variables[name] = environment.variables[name] }
    let program = Program(
      path: files.program, arguments: files.arguments, environment: variables, readable: files.readable,
      version: version(command, files), problem: trust is CaseProgram ? nil : files.problem)
    return ExecAdapter(
      program, requests: command.requests, timeout: command.timeout,
      runner: ConfinedRunner(allowsUnconfined: environment.allowsUnconfined), trust: trust)
  }

  /// Returns a number, 1 to 2^31 - 1, from a command and the contents of its files. Large files count with their size and time.
  private static func version(_ command: ExecutableCommand, _ files: ProgramFiles) -> Int {
    var hash = SHA256()
    for text in command.words + [""] + command.environment { hash.update(Array("\(text)\u{0}".utf8)) }
    for file in files.named.first == files.program ? files.named : [files.program] + files.named {
      var status = stat()
      guard stat(file, &status) == 0 else { continue }
      if status.st_size <= 1 << 20, let bytes = try? InputFile.readIfPresent(file, limit: 1 << 20) {
        hash.update(bytes)
      } else {
        hash.update(Array("\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)".utf8))
      }
    }
    return max(1, Int(hash.finalize().hexadecimal.prefix(8), radix: 16).map { $0 & 0x7FFF_FFFF } ?? 1)
  }
}
