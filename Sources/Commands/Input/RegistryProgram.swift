import Aggregation
import Basics
import CampusCatalog
import FeedKit
import Foundation

/// A program that a registry file names as a command. It may be started only if the user trusts the registry file and the files of the command
/// as they are.
struct RegistryProgram: TrustSubject {
  let command: ExecutableCommand
  let files: ProgramFiles
  let registry: String
  let store: TrustStore
  /// The hash of the registry file.
  private let content: SHA256Digest

  /// The maximum size of all files that a command names, in bytes: they are read before each start.
  private static let largestFiles = 64 << 20

  /// - Parameter registry: the path and the contents of the registry file.
  /// - Throws: an error for files that are outside of the folder of the registry file.
  init(
    _ command: ExecutableCommand, of registry: (path: String, bytes: [UInt8]), _ environment: CommandEnvironment
  ) throws(MappingFileError) {
    guard let path = InputFile.registry(registry.path, environment) else {
      throw MappingFileError("a registry file that names a program must be a regular file, because the program's files are beside it")
    }
    self.registry = path
    self.command = command
    files = try ProgramFiles(command.words, in: PartFile.folder(of: path), environment)
    content = SHA256.hash(registry.bytes)
    store = TrustStore(environment)
  }

  var refusal: AdapterError? {
    // The files of a stranger are not read.
    guard store.names(registry) else { return refusal("\(registry) names programs and is not trusted") }
    do throws(Failure) {
      if store.contains(try fingerprint()) { return nil }
    } catch {
      return refusal(error.message ?? "its files cannot be read")
    }
    return refusal("\(registry), or a file that its commands name, has changed since it was trusted")
  }

  private func refusal(_ why: String) -> AdapterError {
    AdapterError(
      .pluginUntrusted, "the program was not run, because \(why); to see what it runs, and to trust it, run: \(Self.advice(registry))")
  }

  /// Returns a hash of the path and the contents of the registry file, and of the files and folders that the command names.
  func fingerprint() throws(Failure) -> String {
    var hash = FileHash(limit: Self.largestFiles)
    hash.add([registry, content.hexadecimal] + command.words)
    for path in files.named {
      hash.add([path])
      try hash.add(path)
      guard InputFile.isFolder(path) else { continue }
      let items: [String]
      do throws(MappingFileError) { items = try ProgramFiles.items(of: path) } catch { throw Failure(.local, error.message) }
      for item in items {
        hash.add([item])
        try hash.add("\(path)/\(item)")
      }
    }
    return hash.hexadecimal
  }
}

/// A hash of texts and files, each with its length.
private struct FileHash: ~Copyable {
  private var hash = SHA256()
  private let limit: Int
  private var size = 0

  /// - Parameter limit: the maximum size of all files together, in bytes.
  init(limit: Int) { self.limit = limit }

  mutating func add(_ texts: [String]) {
    for text in texts { hash.update(Array("\(text.utf8.count):\(text)".utf8)) }
  }

  /// Adds the contents of a file, or the fact that there is none.
  mutating func add(_ path: String) throws(Failure) {
    guard InputFile.isRegular(path) == true else { return add([InputFile.isFolder(path) ? "folder" : "other"]) }
    var content = SHA256()
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      while size <= limit, let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
        size += bytes.count
        content.update(Array(bytes))
      }
    } catch {
      throw Failure(.local, "\(path) cannot be read: \(SystemError(error).text)")
    }
    guard size <= limit else {
      throw Failure(
        .local, "the files that its command names have more than \(limit >> 20) MiB with \(path); name only the program's files")
    }
    add(["file", content.finalize().hexadecimal])
  }

  var hexadecimal: String { hash.finalize().hexadecimal }
}
