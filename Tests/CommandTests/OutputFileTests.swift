import Foundation
import TestKit
import TestTraits
import Testing

/// A file is written whole or not at all, and only at its own path.
@Suite(.waitsForPrograms) struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String) throws -> Program.Result { try Program.run(["--sample", "-q", "-o", name], directory: folder.url) }

  @Test func linkOutOfFolderIsRefused() throws {
    try folder.write("mine", to: "elsewhere/target.json")
    try folder.write("", to: "here/.keep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("here/out.json").path, withDestinationPath: "../elsewhere/target.json")
    let result = try write("here/out.json")
    #expect(result.status == 5 && result.error.contains("export.io") && result.error.contains("elsewhere/target.json"), "\(result.error)")
    #expect(try folder.read("elsewhere/target.json") == "mine")
  }

  @Test func linkInsideFolderIsFollowed() throws {
    try folder.write("old", to: "target.json")
    let link = folder.url.appendingPathComponent("out.json").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.json")
    #expect(try write("out.json").status == 0)
    #expect(try folder.read("target.json").hasPrefix("{"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.json")
  }

  /// Its target is created, the link stays.
  @Test(arguments: [["out.json": "target.json"], ["out.json": "one", "one": "sub/../two", "two": "sub/target.json"]])
  func linkToMissingFileIsFollowed(_ links: [String: String]) throws {
    try folder.write("", to: "sub/.keep")
    try link(links)
    #expect(try write("out.json").status == 0)
    #expect(try folder.read("out.json").hasPrefix("{"))
    for (name, target) in links {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.url.appendingPathComponent(name).path) == target)
    }
    #expect(try folder.read(links.count == 1 ? "target.json" : "sub/target.json").hasPrefix("{"))
  }

  @Test(
    arguments: [
      (["in/out.json": "../elsewhere"], "points outside its folder"),
      (["in/out.json": "one", "in/one": "/tmp/../elsewhere"], "points outside"),
      (["in/out.json": "out.json"], "points to itself"), (["in/out.json": "one", "in/one": "two", "in/two": "one"], "points to itself"),
      (["in/out.json": "none/target.json"], "where no file can be"), (["in/out.json": "target/"], "where no file can be"),
    ])
  func linkToMissingFolderIsRefused(_ links: [String: String], _ words: String) throws {
    try folder.write("", to: "in/.keep")
    try link(links)
    let result = try write("in/out.json")
    #expect(result.status == 5 && result.error.contains("export.io") && result.error.contains(words), "\(result.error)")
    for (name, target) in links {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.url.appendingPathComponent(name).path) == target)
    }
    #expect(folder.names == ["in"])
  }

  private func link(_ links: [String: String]) throws {
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
    }
  }

  /// A path that is far too long is refused at once.
  @Test(arguments: [String(repeating: "d/", count: 500) + "c.json", String(repeating: "d", count: 5_000)])
  func longPathIsRefused(_ path: String) throws {
    for words in [["--sample", "-q", "-o", path], ["watch", "--once", "-o", path], ["snapshots", "export", path]] {
      let result = try Program.run(words)
      #expect(result.status == 64 && result.error.contains("name one of at most"), "\(words): \(result.error.prefix(200))")
      #expect(result.error.utf8.count < 500)
    }
  }

  @Test func missingFolderIsReported() throws {
    let result = try write("none/out.json")
    #expect(result.status == 5 && result.error.contains("export.io"))
    #expect(folder.names == [])
  }
}
