import Foundation
import Glibc
import SystemPackage

/// A temporary folder for one run of a program that needs one: for copies of files that it otherwise could not read, or as a working folder
/// if it has no sandbox.
struct RunFolder: Sendable {
  private let path: String

  /// The parent of the folders of all runs.
  static let parent: String = {
    let path = NSTemporaryDirectory()
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }()

  private static let prefix = "aggregate-run-"

  /// The limits on copies: bytes, and the number of files and folders.
  private static let largestCopy = (bytes: 64 << 20, files: 4096)

  private init(path: String) { self.path = path }

  /// Folders left behind by killed processes. No run takes an hour.
  static let abandoned: [RunFolder] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { RunFolder(path: "\(parent)/\($0)") }.filter { folder in
      var status = stat()
      return lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
        && time(nil) - status.st_mtim.tv_sec > 3600
    }
  }()

  init() throws(Errno) {
    var template = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Creates a folder that a program without a sandbox may write to, and returns its path.
  func scratch() throws(Errno) -> String {
    let scratch = "\(path)/scratch"
    guard mkdir(scratch, 0o700) == 0 else { throw Errno(rawValue: errno) }
    if Sandbox.changesUser {
      try letNobodyEnter()
      try giveToNobody(scratch)
    }
    return scratch
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  // MARK: - Files of a program

  /// Returns whether files and folders have to be copied: this process is root, and the user nobody cannot read one of them.
  static func hasToCopy(_ files: [String]) -> Bool { Sandbox.changesUser && !files.allSatisfy(nobodyCanRead) }

  /// Copies files and folders for the user nobody, and returns them with the paths of their copies.
  func copy(_ files: [String]) throws(CopyFailure) -> [(path: String, source: String)] {
    guard Self.nobodyCanRead(Self.parent) else {
      throw CopyFailure(file: Self.parent, why: "it is for copies of the program; set TMPDIR to a folder that everybody can read")
    }
    do throws(Errno) { try letNobodyEnter() } catch { throw CopyFailure(file: path, why: "\(error)") }
    var copies: [(path: String, source: String)] = []
    for file in files {
      let copy = "\(path)/\(copies.count)"
      try copyItem(file, to: copy)
      copies.append((file, copy))
    }
    return copies
  }

  /// Why a file or folder could not be copied.
  struct CopyFailure: Error, CustomStringConvertible {
    let file: String
    let why: String

    var description: String { "as root, programs run as the user nobody, who cannot read \(file): \(why)" }
  }

  private func copyItem(_ file: String, to copy: String) throws(CopyFailure) {
    let manager = FileManager.default
    do {
      let real = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
      var (bytes, count) = (0, 0)
      for path in Self.items(real) {
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        (bytes, count) = (bytes + Int(status.st_size), count + 1)
        guard bytes <= Self.largestCopy.bytes, count <= Self.largestCopy.files else {
          throw CopyFailure(file: file, why: "it is too large to copy; let everybody read it")
        }
      }
      try manager.copyItem(atPath: real, toPath: copy)
      for path in Self.items(copy) { try giveToNobody(path) }
    } catch let error as CopyFailure {
      throw error
    } catch {
      throw CopyFailure(file: file, why: "\((error as? Errno)?.description ?? error.localizedDescription)")
    }
  }

  /// Returns the path of a file or folder, and the paths of everything in it.
  private static func items(_ path: String) -> some Sequence<String> {
    let names = FileManager.default.enumerator(atPath: path)
    return sequence(first: path) { _ in (names?.nextObject() as? String).map { "\(path)/\($0)" } }
  }

  private func letNobodyEnter() throws(Errno) {
    guard chown(path, geteuid(), Sandbox.nobody) == 0, chmod(path, 0o710) == 0 else { throw Errno(rawValue: errno) }
  }

  private func giveToNobody(_ path: String) throws(Errno) {
    guard lchown(path, Sandbox.nobody, Sandbox.nobody) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Returns whether the user nobody can reach and read a file or folder.
  private static func nobodyCanRead(_ path: String) -> Bool {
    func allows(_ path: String, _ bits: mode_t) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & bits == bits
    }
    guard let real = realpath(path, nil) else { return true }
    defer { free(real) }
    var folder = String(cString: real)
    var status = stat()
    guard stat(folder, &status) == 0, allows(folder, status.st_mode & S_IFMT == S_IFDIR ? 0o005 : 0o004) else { return false }
    while folder != "/" {
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
      guard allows(folder, 0o001) else { return false }
    }
    return true
  }
}
