import Aggregation
import CatalogDiff
import Foundation

/// The destination of reported changes: stdout, or the end of a file.
struct ChangeSink {
  enum Format: String, CaseIterable {
    case text, json, markdown, atom
  }

  let format: Format
  /// The path of the file; nil for stdout.
  let path: String?
  /// The title of an Atom feed.
  let about: String
  let stores: StoreGuard
  /// The kind of stdout; a file has no width and no colors.
  let terminal: Terminal

  /// The maximum number of entries in an Atom feed in a file.
  private static let mostEntries = 200

  /// Checks that changes can be reported, before there are any.
  ///
  /// - Throws: `Failure` for a folder that does not exist, for a file of another kind, and for a store.
  func check() throws(Failure) {
    guard let path else { return }
    try stores.check(path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let problem = InputFile.isFolder(path) ? "it is a folder" : InputFile.isFolder(folder) ? nil : "the folder \(folder) does not exist"
    if let problem { throw Failure(.local, "\(path) cannot be written: \(problem); choose another place with -o (export.io)") }
    guard InputFile.isRegular(path) == true else { return }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Failure(.local, "\(path) cannot be read; choose another file with -o (export.io)")
    }
    defer { try? file.close() }
    let start = (try? file.read(upToCount: 5)).flatMap { $0 } ?? Data()
    if start.isEmpty { return }
    let isXML = start.starts(with: "<?xml".utf8)
    guard isXML == (format == .atom) else {
      throw Failure(
        .local,
        "\(path) is \(isXML ? "" : "not ")an Atom feed, so \(format.rawValue) cannot be added to it; choose another file with -o")
    }
  }

  func write(_ log: ChangeLog, document: String) throws(Failure) {
    switch format {
    case .text: try append(ChangeText.text(of: log, on: path == nil ? terminal : Terminal(width: nil, hasColor: false)) + "\n")
    case .json: try append(document.split(separator: "\n").joined() + "\n")
    case .markdown: try append(ChangeMarkdown.text(of: log) + "\n")
    case .atom:
      let text = AtomChangeFeed.text(
        of: [log], updated: log.new.generatedAt, at: OutputFile.address(of: path), about: about, pages: Registry().pages)
      guard let path else { return try Console.write(text) }
      let old: [UInt8]?
      do throws(SystemError) { old = InputFile.isRegular(path) == true ? try InputFile.readIfPresent(path, limit: 1 << 28) : nil } catch {
        throw Failure(.local, "\(path) cannot be read: \(error.text); choose another file with -o")
      }
      guard let old, !old.isEmpty else { return try OutputFile.write(text, to: path, stores) }
      guard let both = AtomChangeFeed.adding(text, to: String(decoding: old, as: UTF8.self), limit: Self.mostEntries) else {
        throw Failure(.local, "\(path) is not an Atom feed written by this program; choose another file with -o")
      }
      try OutputFile.write(both, to: path, stores)
    }
  }

  private func append(_ text: String) throws(Failure) {
    guard let path else { return try Console.write(text) }
    let lineStart = format == .json ? "{\"schema\":\"\(DiffDocument.schema)\"" : nil
    try AppendedFile(path: path, lineStart: lineStart, stores: stores).append(text)
  }
}
