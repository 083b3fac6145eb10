import FeedKit
import Foundation
import SystemPackage

/// A temporary file that has no name, so that it ends with this process.
struct UnnamedFile: ~Copyable {
  private let descriptor: FileDescriptor
  /// A path by which processes of this user can open the file.
  var path: String { "/proc/\(ProcessInfo.processInfo.processIdentifier)/fd/\(descriptor.rawValue)" }

  init() throws {
    let path = FilePath("\(RunFolder.parent)/aggregate-\(UUID().uuidString)")
    descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
    try? FileManager.default.removeItem(atPath: path.string)
  }

  deinit { try? descriptor.close() }

  /// Returns an open file with the text that a program reads on stdin. A file rather than a pipe, because the program may read it at any
  /// time, or not at all.
  static func input(_ bytes: [UInt8]) throws -> FileDescriptor {
    let file = try UnnamedFile()
    _ = try file.descriptor.writeAll(bytes)
    return try FileDescriptor.open(FilePath(file.path), .readOnly, options: [.closeOnExec])
  }

  /// The exit code that bubblewrap wrote; nil if it did not get that far.
  var exitCode: Int? {
    do {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = try bytes.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
      // One JSON document a line; the last one is the end.
      guard let line = bytes[..<count].split(separator: UInt8(ascii: "\n")).last else { return nil }
      let document = try JSONDocument(parsing: Array(line))
      return try document.root.integer("exit-code").map { Int($0) }
    } catch {
      return nil
    }
  }
}
