import Aggregation
import Basics
import CampusCatalog
import CatalogExport
import CatalogSession
import Foundation
import Glibc

/// A file that is written whole or not at all: first under another name, then renamed.
///
/// Devices, pipes and stdout cannot be replaced and are written to directly.
struct OutputFile: ~Copyable {
  /// The destination of the bytes.
  private enum Target {
    case stdout
    /// A file that gets its final name at the end.
    case part(PartFile)
    /// A device or a pipe.
    case device(FileHandle)
  }

  private let path: String
  private let renderer: CatalogRenderer
  private let target: Target
  /// Whether the finished file is read-only.
  private var isReadOnly = false

  deinit { Interruption.setFileToRemove(nil) }
}

extension OutputFile: CatalogDestination {
  /// - Parameters:
  ///   - path: the path of the file; - is stdout. A symbolic link inside its folder is followed, so that its target is replaced; a link
  ///     that points outside the folder is refused.
  ///   - renderer: writes a catalog; nil for canonical JSON.
  init(_ path: String, _ stores: StoreGuard, as renderer: CatalogRenderer? = nil) throws(Failure) {
    let json: CatalogRenderer = { catalog, file in try CatalogWriter.write(catalog) { try file.write($0) } }
    self.init(path: path, renderer: renderer ?? json, target: try Self.open(path, stores))
    if case .part(let part) = target { Interruption.setFileToRemove(part.path) }
  }

  private static func open(_ path: String, _ stores: StoreGuard) throws(Failure) -> Target {
    guard path != "-" else { return .stdout }
    try stores.check(path)
    let target = try Self.target(of: path)
    guard InputFile.isRegular(target) == false else { return .part(try Self.part(of: target)) }
    let descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    return .device(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  var isStdout: Bool { if case .stdout = target { true } else { false } }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let code: Int32
    switch target {
    case .stdout: return try Console.write(bytes)
    case .device(let file): code = bytes.write(to: file.fileDescriptor)
    case .part(let part): code = bytes.write(to: part.descriptor)
    }
    guard code == 0 else { throw Self.failure(path, code) }
  }

  /// Publishes the written bytes as a file, durably.
  mutating func finish() throws(Failure) {
    if case .part(let part) = target { try Self.publish(part, isReadOnly: isReadOnly) }
  }

  /// Lets `body` fill an empty file, whose path it receives, where writing bytes one after another is not possible. The finished file is
  /// read-only. A target that is not a file receives the bytes of a temporary one.
  mutating func fill(_ body: (String) throws -> Void) throws {
    if case .part(let part) = target {
      try body(part.path)
      isReadOnly = true
      return
    }
    let part = try TemporaryFile.named("aggregate.sqlite")
    Interruption.setFileToRemove(part.path)
    try body(part.path)
    let file: FileHandle
    do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: part.path)) } catch { throw TemporaryFile.failure(SystemError(error)) }
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      try [UInt8](bytes).span.withUnsafeBytes { (bytes) throws(Failure) in try write(bytes) }
    }
  }

  mutating func write(_ catalog: CatalogParts) throws -> String? {
    do {
      let renderer = renderer
      return try renderer(catalog, &self)
    } catch let error as StoreError {
      // Stored data was complete when it was read, but cannot be decompressed.
      throw Failure(.local, "\(SessionError(error).message); the catalog could not be written")
    }
  }

  /// Writes a text to a file, whole or not at all; - is stdout.
  static func write(_ text: String, to path: String, _ stores: StoreGuard) throws(Failure) {
    var file = try OutputFile(path, stores)
    try text.utf8.span.withUnsafeBytes { (bytes) throws(Failure) in try file.write(bytes) }
    try file.finish()
  }
}

/// Writes a catalog to a file. Returns its content hash, if the result is the whole catalog in its canonical form.
typealias CatalogRenderer = (CatalogParts, inout OutputFile) throws -> String?

extension CatalogExport {
  /// Writes the entries of a stream to a file. Stdout gets everything or nothing.
  ///
  /// - Throws: a failure without output if options select entries, and the catalog has none of them.
  func write(_ stream: EntryStream, to file: inout OutputFile) throws {
    if format == .sqlite {
      do {
        try file.fill { try check(CatalogDatabase.write(self, stream, intoEmpty: $0)) }
      } catch let error as CatalogDatabaseError {
        throw Failure(
          .local, "the database cannot be written: \(error.message) (export.io); choose another place, or set TMPDIR to a larger folder",
          isOutputFailure: true)
      }
    } else if file.isStdout {
      let whole = TemporaryFile()
      try check(write(stream) { try whole.append($0) })
      try whole.print()
    } else {
      try check(write(stream) { try file.write($0) })
    }
  }

  /// - Parameter count: the number of exported entries.
  private func check(_ count: Int) throws(Failure) {
    if count == 0, !header.filter.isEmpty || table != .places {
      throw Failure(.nothing, "the catalog has no entries that match the options; nothing was written")
    }
  }
}
