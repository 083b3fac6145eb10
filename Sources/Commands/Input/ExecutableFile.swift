import Aggregation
import ArgumentParser
import Basics
import ExecAdapter
import FeedKit
import Foundation
import Glibc

/// Finds the programs that registry files name as commands.
enum ExecutableFile {
  static let unconfinedHelp = ArgumentHelp(
    "Run programs even where they cannot be confined: with your rights, all your files and the network, and perhaps beyond their time.")

  /// Returns the adapter that runs a command.
  ///
  /// A program with a slash is relative to the folder of the registry file; another one is searched for in PATH. Arguments that begin with
  /// `./` or `../` are paths relative to that folder, too. The program may read the folders of these files, except one that
  /// is or contains a home folder or everybody's files: then it may read only the file itself.
  ///
  /// A program that does not exist is a problem of its feed, not of the registry file: other feeds are read without it.
  ///
  /// - Parameter registry: the path of the registry file.
  static func adapter(
    _ command: ExecutableCommand, beside registry: String, _ environment: CommandEnvironment
  ) -> any FeedAdapter {
    let folder = URL(fileURLWithPath: registry).deletingLastPathComponent().path
    func absolute(_ path: String) -> String {
      path.hasPrefix("/") ? path : URL(fileURLWithPath: "\(folder)/\(path)").standardizedFileURL.path
    }
    let name = command.words[0]
    let path = name.contains("/") ? absolute(name) : found(name, in: environment.variables["PATH"]) ?? name
    var (arguments, files) = ([String](), [path])
    for word in command.words.dropFirst() {
      let isPath = word.hasPrefix("./") || word.hasPrefix("../")
      arguments.append(isPath ? absolute(word) : word)
      if isPath { files.append(absolute(word)) }
    }
    var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin"]
    for name in command.environment { variables[name] = environment.variables[name] }
    let shared = SharedFolders(home: environment.variables["HOME"])
    let program = Program(
      path: path, arguments: arguments, environment: variables, readable: files.flatMap { readable($0, shared) },
      version: version(command, files), problem: problem(of: path))
    return ExecAdapter(
      program, requests: command.requests, timeout: command.timeout,
      runner: ConfinedRunner(allowsUnconfined: environment.allowsUnconfined))
  }

  /// Returns the path of a program in one of the folders of PATH; nil if none has it.
  private static func found(_ name: String, in path: String?) -> String? {
    let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.lazy.map { "\($0)/\(name)" }.first { problem(of: $0) == nil }
  }

  /// Returns why a file cannot be run; nil if it can.
  private static func problem(of path: String) -> String? {
    guard path.contains("/") else { return "there is no program \"\(path)\" in PATH; a path needs a slash, such as \"./\(path)\"" }
    guard let isRegular = InputFile.isRegular(path) else { return "there is no program \(path)" }
    return isRegular && access(path, X_OK) == 0 ? nil : "\(path) is not an executable file; try chmod +x"
  }

  /// Returns the paths that a program may read because of one of its files: the file and, unless that is too much, its folder; if the path has links,
  /// also by the path without them.
  private static func readable(_ file: String, _ shared: SharedFolders) -> [String] {
    guard let resolved = SharedFolders.resolved(file) else { return [] }
    return [file, resolved].flatMap { path in
      let folder = PartFile.folder(of: path)
      return shared.contains(folder) ? [path] : [path, folder]
    }
  }

  /// Returns a number, 1 to 2^31 - 1, from a command and the contents of its files. Large files count with their size and time.
  private static func version(_ command: ExecutableCommand, _ files: [String]) -> Int {
    var hash = SHA256()
    for text in command.words + [""] + command.environment { hash.update(Array("\(text)\u{0}".utf8)) }
    for file in files {
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

/// Folders of users and of the system, and all folders that contain them.
///
/// They are compared as files, not as paths: a home folder may have several paths.
private struct SharedFolders {
  private struct Identity: Hashable {
    let device: dev_t
    let file: ino_t

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, file) = (status.st_dev, status.st_ino)
    }
  }

  private var identities: Set<Identity> = []
  /// The folder with the home folders of all users.
  private let homes = Identity("/home")

  /// - Parameter home: the value of HOME, which may differ from the home folder that the system knows.
  init(home: String?) {
    let own = getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    for path in ["/root", "/home", "/tmp", "/var/tmp", "/etc", "/var", "/run"] + [home, own].compactMap(\.self) {
      guard var folder = Self.resolved(path) else { continue }
      while true {
        if let identity = Identity(folder) { identities.insert(identity) }
        if folder == "/" { break }
        folder = PartFile.folder(of: folder)
      }
    }
  }

  func contains(_ folder: String) -> Bool {
    guard let identity = Identity(folder) else { return true }
    return identities.contains(identity) || homes != nil && Identity(PartFile.folder(of: folder)) == homes
  }

  /// Returns the absolute path without links; nil if it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
