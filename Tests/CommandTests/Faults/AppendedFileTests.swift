import Foundation
import TestKit
import Testing

@testable import Commands

/// A watch appends complete records to a file and keeps its contents.
@Suite struct AppendedFileTests {
  private let folder: TemporaryFolder
  private let document = #"{"schema":"campus-diff/1","old":{}}"#

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.url.appendingPathComponent("changes").path }

  private func append(_ text: String, lineStart: String? = #"{"schema":"campus-diff/1""#) throws {
    try AppendedFile(path: path, lineStart: lineStart, stores: StoreGuard(stores: [])).append(text)
  }

  /// A line truncated by a kill was not reported: it is removed and written again.
  @Test func truncatedLineIsRemoved() throws {
    for count in 1..<document.utf8.count {
      try folder.write(document + "\n" + document.prefix(count), to: "changes")
      try append(document + "\n")
      #expect(try folder.read("changes") == document + "\n" + document + "\n", "\(count) bytes were left")
    }
  }

  @Test func longTruncatedLineIsRemoved() throws {
    let long = document.dropLast(2) + String(repeating: "x", count: 200_000)
    try folder.write(document + "\n" + long, to: "changes")
    try append(document + "\n")
    #expect(try folder.read("changes") == document + "\n" + document + "\n")
  }

  /// Blocks of a line that were not written when the machine crashed are zeros, and the line may have its end without its beginning.
  @Test(arguments: ["all", "beginning", "middle", "end"]) func lineWithZerosIsRemoved(_ place: String) throws {
    let long = document.dropLast(1) + #","new":""# + String(repeating: "x", count: 200_000) + "\"}\n"
    var line = Array(long.utf8)
    let zeros =
      ["all": 0..<line.count, "beginning": 0..<512, "middle": 4096..<8192, "end": (line.count - 512)..<line.count][place] ?? 0..<0
    for index in zeros { line[index] = 0 }
    try folder.write(document + "\n" + String(decoding: line, as: UTF8.self), to: "changes")
    try append(document + "\n")
    #expect(try folder.read("changes") == document + "\n" + document + "\n")
  }

  @Test func foreignContentIsKept() throws {
    for text in ["my\0notes\n", "{\"schema\":\"other/1\"}\0", "name of a file in an archive\n\0\0\0"] {
      try folder.write(text, to: "changes")
      try append(document + "\n")
      #expect(try folder.read("changes").hasPrefix(text))
    }
    try folder.write("my notes", to: "changes")
    try append(document + "\n")
    #expect(try folder.read("changes") == "my notes\n" + document + "\n")
    try folder.write(String(document), to: "changes")
    try append("Changed: Hall\n", lineStart: nil)
    #expect(try folder.read("changes") == document + "\nChanged: Hall\n")
  }

  @Test func linkOutOfFolderIsNotFollowed() throws {
    try folder.write("mine", to: "elsewhere")
    let inner = folder.url.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    for (name, target) in [("link", "../elsewhere"), ("nowhere", "../none")] {
      let link = inner.appendingPathComponent(name).path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(throws: Failure.self) { try AppendedFile(path: link, lineStart: nil, stores: StoreGuard(stores: [])).append("text\n") }
    }
    #expect(try folder.read("elsewhere") == "mine")
    #expect(folder.names == ["elsewhere", "inner"])
  }

  @Test func missingFolderIsReported() throws {
    #expect(throws: Failure.self) {
      try AppendedFile(path: path + "/none", lineStart: nil, stores: StoreGuard(stores: [])).append("text\n")
    }
  }

  @Test func deviceIsWrittenTo() throws {
    try AppendedFile(path: "/dev/null", lineStart: nil, stores: StoreGuard(stores: [])).append("text\n")
    #expect(throws: Failure.self) { try AppendedFile(path: "/dev/full", lineStart: nil, stores: StoreGuard(stores: [])).append("text\n") }
  }
}
