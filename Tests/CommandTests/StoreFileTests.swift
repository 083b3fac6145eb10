import Foundation
import TestKit
import TestTraits
import Testing

/// Files that are not stores are left alone.
@Suite(.waitsForPrograms) struct StoreFileTests {
  /// No request is sent: the address is refused before a connection is made.
  private func run(_ folder: TemporaryFolder, _ arguments: String...) throws -> Program.Result {
    let registry = folder.url.appendingPathComponent("registry.json")
    try Data(#"{"feeds":[{"id":"penn/dining","addresses":{"venues":"http://127.0.0.1:9/"}}]}"#.utf8).write(to: registry)
    return try Program.run(
      ["--config", "registry.json", "--feed", "penn/dining"] + arguments, environment: folder.trust, directory: folder.url)
  }

  @Test(arguments: [[String](), ["--offline"]])
  func otherFilesAreNotTouched(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let notes = folder.url.appendingPathComponent("notes.txt")
    try Data("my notes, which are long enough to be no header\n".utf8).write(to: notes)
    let result = try run(folder, "--store", "notes.txt", options.first ?? "-q")
    #expect(result.status == 5)
    #expect(result.error.contains("nothing was changed"), "\(result.error)")
    #expect(try String(contentsOf: notes, encoding: .utf8).hasPrefix("my notes"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("corrupt") })
  }

  @Test func catalogDoesNotOverwriteStore() throws {
    let folder = try TemporaryFolder()
    let result = try run(folder, "--store", "./s.sqlite", "-o", "s.sqlite")
    #expect(result.status == 64)
    #expect(result.error.contains("s.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("s.sqlite").path))
  }

  @Test func offlineNeedsNeitherAStoreNorSecrets() throws {
    let folder = try TemporaryFolder()
    let registry = folder.url.appendingPathComponent("secret.json")
    let addresses = #"{"venues":"https://penn.example"}"#
    try Data(#"{"feeds":[{"id":"penn/dining","addresses":\#(addresses),"headers":{"Authorization":"${NOT_SET}"}}]}"#.utf8)
      .write(to: registry)
    let refused = try run(folder, "--config", "secret.json", "--store", "none.sqlite", "--offline")
    #expect(refused.error.contains("config.untrusted"), "\(refused)")
    try folder.trustRegistry(of: "secret.json")
    let result = try run(folder, "--config", "secret.json", "--store", "none.sqlite", "--offline")
    #expect(result.status == 4)
    #expect(result.error.contains("offline"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("none.sqlite").path))
  }
}
