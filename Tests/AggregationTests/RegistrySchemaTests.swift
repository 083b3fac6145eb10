import Aggregation
import FeedKit
import Foundation
import TestKit
import Testing

/// The reader of registry files and their published schema accept the same files, as checked by an independent validator.
@Suite(.enabled(if: Oracle.isInstalled, "Scripts/setup --tests installs jsonschema")) struct RegistrySchemaTests {
  /// Errors that a schema cannot express: ids that must exist, and values that belong together.
  private static let others = [
    "no campus", "there is no feed", "no adapter", "has no request", "has no address", "of the same campus", "\"adapter\" is missing",
    "\"name\" is missing", "time zone", "is before", "weakest first", "must be sorted", "closing after opening",
    "\"command\" is missing", "\"addresses\" is missing", "only a feed with the adapter", "at most a minute", "not the name of a request",
    "may only use the servers", "there is no folder for", "reads no labels", "or the same as another key", "the address needs a date",
    "are of different dates",
  ]

  @Test func readerAndSchemaAgree() async throws {
    let schema = FileManager.default.temporaryDirectory.appendingPathComponent("registry-\(UUID().uuidString).schema.json")
    try Data(RegistrySchema.bytes).write(to: schema)
    defer { try? FileManager.default.removeItem(at: schema) }
    let variants = Oracle.root.appendingPathComponent("Tests/Oracles/registry_variants.py")
    let result = try await Command.run([Oracle.python.path, variants.path, schema.path])
    #expect(result.status == 0, "\(result.error)")
    let registry = Registry()
    var (valid, invalid) = (0, 0)
    var differences: [String] = []
    let step = Budget.isSoak ? 1 : 4
    for (number, line) in result.out.split(separator: "\n").enumerated() where number % step == 0 {
      let isValid = line.hasPrefix("1\t")
      if isValid { valid += 1 } else { invalid += 1 }
      do throws(FileError) {
        _ = try registry.adding(Array(line.dropFirst(2).utf8), file: "r.json", executable: { Executable($0) })
        if !isValid { differences.append("accepted: \(line.dropFirst(2))") }
      } catch {
        if isValid, !Self.others.contains(where: error.message.contains) {
          differences.append("refused (\(error.message)): \(line.dropFirst(2))")
        }
      }
    }
    #expect(valid > 500 / step && invalid > 5_000 / step, "\(valid) valid, \(invalid) not")
    #expect(differences.isEmpty, "\(differences.count) differ:\n\(differences.prefix(40).joined(separator: "\n"))")
  }
}

/// The adapter of a command that is not run.
private struct Executable: FeedAdapter {
  let manifest: AdapterManifest

  init(_ command: ExecutableCommand) {
    manifest = AdapterManifest(
      id: "exec", version: 1, title: "", summary: "", homepage: "", license: "", requests: command.requests, cadence: 3600)
  }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) {}
}

/// The Python environment of the independent checks.
private enum Oracle {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let python = root.appendingPathComponent(".build/oracles/bin/python3")
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python.path)
}
