import Foundation
import TestKit
import TestTraits
import Testing

/// JSON output matches the published schema, as checked by an independent validator.
@Suite(.waitsForPrograms, .enabled(if: Oracle.isInstalled, "Scripts/setup --tests installs jsonschema")) struct ListSchemaTests {

  private func check(_ folder: TemporaryFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Oracle.python)
    let lists = folder.names.filter { $0.hasSuffix(".list") }.map { folder.url.appendingPathComponent($0).path }
    process.arguments =
      [
        Program.root.appendingPathComponent("Tests/Oracles/check_list.py").path, "--schema",
        folder.url.appendingPathComponent("schema.json").path,
      ] + lists
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  @Test func everyListIsValid() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Program.run(["schema", "list"]).out, to: "schema.json")
    let commands = [
      ["list"], ["list", "--limit", "2"], ["open", "--campus", "penn"], ["near", "38.83,-77.307"], ["search", "cafe"], ["search", "zzz"],
      ["events"], ["alerts"], ["alerts", "--at", "2026-11-25T12:00:00Z"], ["quotes"], ["favorites", "--store", "s.sqlite"],
      ["show", "penn/dining/593"], ["show", "gmu/whats-open/ikes"], ["show", "liverpool/places/harbour-kitchen-management-school"],
      ["show", "everywhere/guides/210417"], ["show", "gmu/whats-open/alert-31"], ["list", "--at", "2027-06-01T00:00:00Z"],
      ["list", "--at", "2026-11-01T05:30:00Z"], ["list", "--at", "2026-11-22T06:30:00Z"],
    ]
    _ = try Program.run(
      ["favorites", "add", "penn/dining/593", "gmu/whats-open/alert-31", "--store", "s.sqlite", "--sample"], directory: folder.url)
    for (index, command) in commands.enumerated() {
      let result = try Program.run(command + ["--sample", "--format", "json"], directory: folder.url)
      #expect(result.status == 0, "\(command): \(result.error)")
      try folder.write(result.out, to: "\(index).list")
    }
    #expect(try Program.run(["--sample", "--campus", "gmu", "-q", "-o", "gmu.json"], directory: folder.url).status == 0)
    let gone = try Program.run(
      ["favorites", "--catalog", "gmu.json", "--format", "json", "--store", "s.sqlite"], directory: folder.url)
    #expect(gone.out.contains(#""missing":[{"id":"penn/dining/593","name":"1920 Commons"}]"#))
    try folder.write(gone.out, to: "gone.list")
    try check(folder)
  }
}

/// The Python environment of the independent checks.
enum Oracle {
  static let python = Program.root.appendingPathComponent(".build/oracles/bin/python3").path
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
}
