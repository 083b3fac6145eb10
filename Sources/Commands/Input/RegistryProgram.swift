import Aggregation
import Basics
import CampusCatalog
import ExecAdapter
import FeedKit
import Foundation
import Glibc

/// A program that a registry file names as a command. It may be started only if the user trusts the registry file and the files of the command
/// as they are.
struct RegistryProgram: ProgramPermission {
  let command: ExecutableCommand
  let files: ProgramFiles
  /// The absolute path of the registry file, without links.
  let registry: String
  /// The hash of the registry file.
  private let content: SHA256Digest
  private let trusted: TrustedPrograms

  /// - Parameter registry: the path and the contents of the registry file.
  /// - Throws: an error for files that are outside of the folder of the registry file.
  init(
    _ command: ExecutableCommand, of registry: (path: String, bytes: [UInt8]), _ environment: CommandEnvironment
  ) throws(MappingFileError) {
    let path = InputFile.absolute(registry.path.hasPrefix("/") ? registry.path : "\(environment.directory)/\(registry.path)")
    // A file that is about to be created has no path without links yet.
    let folder = OutputFile.real(PartFile.folder(of: path))
    guard registry.path != "-", InputFile.isRegular(registry.path) != false, let folder else {
      throw MappingFileError("a registry file that names a program must be a regular file, because the program's files are beside it")
    }
    self.registry = OutputFile.real(path) ?? "\(folder)/\((path as NSString).lastPathComponent)"
    self.command = command
    files = try ProgramFiles(command.words, in: PartFile.folder(of: self.registry), environment)
    content = SHA256.hash(registry.bytes)
    trusted = TrustedPrograms(environment)
  }

  var refusal: AdapterError? {
    if let fingerprint, trusted.contains(fingerprint) { return nil }
    let what =
      trusted.names(registry)
      ? "\(registry), or a file that its commands name, has changed since it was trusted" : "\(registry) names programs and is not trusted"
    return AdapterError(
      .pluginUntrusted, "the program was not run, because \(what); to see what it runs, and to trust it, run: \(Self.advice(registry))")
  }

  /// Returns the command that trusts a registry file.
  static func advice(_ registry: String) -> String { "aggregate config trust \(Failure.quoted(registry))" }

  /// Trusts programs as they are now, and no longer as they were.
  static func trust(_ programs: [RegistryProgram]) throws(Failure) {
    let fingerprints = programs.map(\.fingerprint)
    for (program, fingerprint) in zip(programs, fingerprints) where fingerprint == nil {
      throw Failure(.local, "nothing was changed: a file that \(program.registry) names cannot be read")
    }
    for program in programs { _ = try program.trusted.remove(program.registry) }
    for case (let program, let fingerprint?) in zip(programs, fingerprints) { try program.trusted.insert(fingerprint, program.registry) }
  }

  /// A hash of the path and the contents of the registry file, and of the files and folders that the command names; nil if one cannot be read.
  private var fingerprint: String? {
    var hash = FileHash()
    hash.add([registry, content.hexadecimal] + command.words)
    do {
      for path in files.named {
        hash.add([path])
        try hash.add(path)
        guard InputFile.isFolder(path) else { continue }
        for item in try ProgramFiles.items(of: path) {
          hash.add([item])
          try hash.add("\(path)/\(item)")
        }
      }
    } catch {
      return nil
    }
    return hash.hexadecimal
  }
}

/// A hash of texts and files, each with its length.
private struct FileHash: ~Copyable {
  private var hash = SHA256()

  mutating func add(_ texts: [String]) {
    for text in texts { hash.update(Array("\(text.utf8.count):\(text)".utf8)) }
  }

  /// Adds the contents of a file, or the fact that there is none.
  mutating func add(_ path: String) throws {
    guard InputFile.isRegular(path) == true else { return add([InputFile.isFolder(path) ? "folder" : "other"]) }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var content = SHA256()
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { content.update(Array(bytes)) }
    add(["file", content.finalize().hexadecimal])
  }

  var hexadecimal: String { hash.finalize().hexadecimal }
}
