import Foundation
import TestKit
import TestTraits
import Testing

/// Completions, as the shells themselves compute them.
@Suite(.waitsForPrograms) struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"config":["town.json","broken.json"]}"#, to: ".config/aggregate/config.json")
    try folder.write(
      #"{"campuses":[{"id":"pinetown","name":"Pine Town","timeZone":"Europe/Paris","country":"FR"}]}"#, to: ".config/aggregate/town.json")
    try folder.write("{", to: ".config/aggregate/broken.json")
    for shell in ["bash", "zsh", "fish"] {
      try folder.write(try Program.run(["completion", shell]).out, to: "aggregate.\(shell)")
    }
    try FileManager.default.createSymbolicLink(at: folder.url.appendingPathComponent("aggregate"), withDestinationURL: Program.url)
  }

  /// Returns the suggestions of a shell for each line when the tab key is pressed.
  private func complete(_ shell: String, _ lines: [String]) throws -> [String] {
    let script = folder.url.appendingPathComponent("aggregate.\(shell)").path
    let path = folder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let oracle = Program.root.appendingPathComponent("Tests/Oracles/complete.py").path
    // Fish can be asked without a terminal.
    let commands =
      shell == "fish"
      ? lines.map { ["fish", "--no-config", "-c", "source \(script); complete -C '\($0)'"] } : [["python3", oracle, shell, script] + lines]
    let outputs = try commands.map { command in
      let result = try Program.run(
        command, environment: ["PATH": path, "HOME": folder.url.path], directory: folder.url,
        executable: URL(fileURLWithPath: "/usr/bin/env"))
      #expect(result.status == 0 && result.error.isEmpty, "\(command): \(result.error)")
      return result.out
    }
    return shell == "fish" ? outputs : try JSONDecoder().decode([String].self, from: Data(outputs[0].utf8))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func shellsOfferCandidates(_ shell: String) throws {
    let cases: [(line: String, wanted: [String], others: [String])] = [
      // Bash shows only the last part of words that look like paths.
      ("aggregate show --sample penn/dining/6", ["636"], ["593", "gmu/whats-open"]),
      // Without the name of the default command, and with a registry file of the settings, although another one is broken.
      ("aggregate --campus p", ["penn", "pinetown"], ["gmu"]),
      ("aggregate open --campus p", ["penn", "pinetown"], ["gmu"]),
      ("aggregate list --feed gmu/w", ["gmu/whats-open"], ["penn/dining"]),
      ("aggregate snapshots --feed penn/d", ["penn/dining"], ["whats-open"]),
      ("aggregate near --category ", ["dining-hall", "cafe", "library"], ["breaking"]),
      ("aggregate diff --only ", ["breaking", "suspicious", "routine"], ["cafe"]),
      ("aggregate diff --match ", ["id", "name"], ["cafe"]),
      ("aggregate schema ", ["catalog", "registry"], ["cafe"]),
      ("aggregate diff --format ", ["json-patch", "markdown", "atom"], ["ndjson"]),
      ("aggregate --format ", ["json", "ndjson", "geojson", "atom"], ["json-patch"]),
      ("aggregate config set log-format ", ["text", "json"], ["ndjson"]),
      ("aggregate sho", ["show"], ["search"]),
      ("aggregate s", ["search", "show", "snapshots"], ["bench"]),
      ("aggregate favorites add --sample gmu/whats-open/s", ["gmu/whats-open/southside"], ["penn/dining/593"]),
      ("aggregate completion ", ["bash", "fish"], ["json"]),
      ("aggregate b", [], ["bench"]),
      ("aggregate list --jo", [], ["--jobs"]),
      ("aggregate --jo", ["--jobs"], []),
    ]
    // Each takes more than a second, in which the shell must be silent.
    let chosen = Budget.isSoak ? cases : cases.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    for (shown, (line, wanted, others)) in zip(try complete(shell, chosen.map(\.line)), chosen) {
      for word in wanted { #expect(shown.contains(word), "\(line): \(shown)") }
      for word in others { #expect(!shown.contains(word), "\(line): \(shown)") }
    }
  }

  /// The program answers the scripts even if the settings are broken.
  @Test func settingsMayBeBroken() throws {
    try folder.write("{", to: ".config/aggregate/config.json")
    #expect(try complete("fish", ["aggregate open --campus pe"])[0].contains("penn"))
  }
}
