import Aggregation
import Basics
import Foundation
import Glibc

/// The files that the command of a feed names, and the files that its program may read.
struct ProgramFiles: Sendable {
  /// The absolute path of the program; a bare name if no folder of the system has it.
  let program: String
  /// The arguments, with absolute paths instead of those that are relative to the registry file.
  let arguments: [String]
  /// The absolute paths of the files and folders that the command names, except a program of the system.
  let named: [String]
  /// The absolute paths that the program may read, in addition to the system's folders.
  let readable: [String]

  /// The folders in which programs without a slash are searched for.
  static let systemFolders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// The maximum number of files in all folders that a command names.
  private static let mostFiles = 10_000

  /// Finds the files of a command in a registry file. All of them must be inside its folder after links are resolved; only the program may
  /// be one of the system, named without a slash.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments. Those that begin with `./` or `../` are relative to the folder.
  ///   - folder: the folder of the registry file, without links.
  init(_ words: [String], in folder: String, _ environment: CommandEnvironment) throws(MappingFileError) {
    let name = words[0]
    let own: String? = name.contains("/") ? try Self.path(name, in: folder) : nil
    var (arguments, named) = ([String](), [own].compactMap(\.self))
    for word in words.dropFirst() {
      let path = Self.isPath(word) ? try Self.path(word, in: folder) : nil
      arguments.append(path ?? word)
      if let path, !named.contains(path) { named.append(path) }
    }
    let shared = SharedFolders(home: environment.variables["HOME"])
    var count = 0
    for path in named where InputFile.isFolder(path) {
      if shared.contains(path) {
        throw MappingFileError("\(path) is or contains a home folder or another shared folder; name one that has only the program's files")
      }
      let items = try Self.items(of: path)
      count += items.count
      guard count <= Self.mostFiles else { throw Self.tooMany(path) }
      for item in items { _ = try Self.path("\(path)/\(item)", in: folder) }
    }
    self.init(
      program: own ?? Self.systemProgram(name) ?? name, arguments: arguments, named: named,
      // Nothing else in the folder: the user has trusted these files, and others may be private.
      readable: named.flatMap(Self.withoutLinks))
  }

  /// Makes the files of a program that is not run.
  init(unread program: String) { self.init(program: program, arguments: [], named: [], readable: []) }

  private init(program: String, arguments: [String], named: [String], readable: [String]) {
    (self.program, self.arguments, self.named, self.readable) = (program, arguments, named, readable)
  }

  /// Returns whether an argument of a command is a path.
  static func isPath(_ word: String) -> Bool { ["/", "./", "../"].contains { word.hasPrefix($0) } || [".", ".."].contains(word) }

  /// Why the program cannot be run; nil if it can.
  var problem: String? {
    guard program.contains("/") else {
      let folders = Self.systemFolders.joined(separator: ", ")
      return "there is no program \"\(program)\" in \(folders), where programs without a slash are searched for; install it there, or"
        + " write a path beside the registry file, such as \"./\(program)\""
    }
    guard let isRegular = InputFile.isRegular(program) else { return "there is no program \(program)" }
    return isRegular && access(program, X_OK) == 0 ? nil : "\(program) is not an executable file; try chmod +x"
  }

  /// Returns the absolute path of a file or folder in the folder of a registry file.
  private static func path(_ word: String, in folder: String) throws(MappingFileError) -> String {
    func isInside(_ path: String) -> Bool { path == folder || path.hasPrefix(folder == "/" ? "/" : "\(folder)/") }
    var path = InputFile.absolute(word.hasPrefix("/") ? word : "\(folder)/\(word)")
    // The folder's path has no links.
    if word.hasPrefix("/"), !isInside(path) { path = OutputFile.real(path) ?? path }
    let target = OutputFile.real(path) ?? path
    guard isInside(path), isInside(target) else {
      let link = path == target || !isInside(path) ? "" : ", a link to \(target),"
      throw MappingFileError(
        "\"\(word)\"\(link) is outside of the folder of this file (\(folder)); a program and its files must be inside it")
    }
    return path
  }

  /// Returns the relative paths of everything in a folder, sorted. The folder itself may be a link; links in it are not followed.
  static func items(of folder: String) throws(MappingFileError) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: OutputFile.real(folder) ?? folder) else {
      throw MappingFileError("\(folder) cannot be read")
    }
    var items: [String] = []
    while let name = names.nextObject() as? String {
      items.append(name)
      guard items.count <= mostFiles else { throw tooMany(folder) }
    }
    return items.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func tooMany(_ folder: String) -> MappingFileError {
    MappingFileError("there are more than \(mostFiles) files with \(folder); name a folder that has only the program's files")
  }

  /// Returns the path of a program of the system; nil if there is none, or only one that is elsewhere, such as in a home folder.
  private static func systemProgram(_ name: String) -> String? {
    systemFolders.lazy.map { "\($0)/\(name)" }.first { path in
      guard InputFile.isRegular(path) == true, access(path, X_OK) == 0, let real = OutputFile.real(path) else { return false }
      return ["/usr/", "/bin/", "/opt/", "/nix/store/"].contains { real.hasPrefix($0) }
    }
  }

  /// Returns a path as it is and without links; empty if the file does not exist.
  private static func withoutLinks(_ path: String) -> [String] { OutputFile.real(path).map { [path, $0] } ?? [] }
}
