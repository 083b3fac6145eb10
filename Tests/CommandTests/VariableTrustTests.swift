import Foundation
import TestKit
import TestTraits
import Testing

/// Registry files that send variables of the environment in headers: which variables go where.
@Suite(.waitsForPrograms) struct VariableTrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try registry()
  }

  private func registry(
    _ headers: String = #"{"X-Leak": "${MY_KEY}"}"#, server: String = "https://town.example", more: String = "",
    to name: String = "town.json"
  ) throws {
    try folder.write(
      """
      {"campuses": [{"id": "town", "name": "Town", "timeZone": "UTC"}],
       "feeds": [{"id": "town/food", "adapter": "penn", "addresses": {"venues": "\(server)/food.json"}, "headers": \(headers)\(more)}]}
      """, to: name)
  }

  private var path: String { folder.path("town.json") }

  private func run(_ words: String...) throws -> Program.Result { try run(words) }

  private func run(_ words: [String]) throws -> Program.Result {
    let variables = ["HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config"), "MY_KEY": "sesame", "OTHER_KEY": "mellon"]
    return try Program.run(words, environment: folder.trust.merging(variables) { $1 }, directory: folder.url)
  }

  /// Whether the feed is read. (Nothing is sent: the address is refused before a connection is made.)
  private func isRead(_ words: String...) throws -> Bool {
    let result = try Program.run(
      ["--config", path, "--feed", "town/food", "--store", folder.path("store.sqlite")] + words,
      environment: folder.trust.merging(["MY_KEY": "sesame", "OTHER_KEY": "mellon"]) { $1 })
    #expect(result.status == 4)
    let isRefused = result.error.contains("disabled (config.untrusted)")
    #expect(!isRefused || result.error.contains("aggregate config trust \(path)") && result.error.contains("X-Leak"), "\(result.error)")
    return !isRefused
  }

  @Test func variablesGoOnlyWhereTheUserHasSeen() throws {
    try registry(server: "http://127.0.0.1:9")
    #expect(try !isRead())
    #expect(try run("config", "trust", path).status == 0)
    #expect(try isRead())
    // Everything else in the file may change.
    try registry(server: "http://127.0.0.1:9", more: #", "cadence": "PT1H", "priority": 2"#)
    #expect(try isRead())
    let changes: [() throws -> Void] = [
      { try registry(#"{"X-Leak": "${OTHER_KEY}"}"#, server: "http://127.0.0.1:9") },
      { try registry(#"{"X-Leak": "${MY_KEY}", "X-More": "${OTHER_KEY}"}"#, server: "http://127.0.0.1:9") },
      { try registry(server: "http://127.0.0.2:9") }, { try registry(server: "http://127.0.0.1:10") },
    ]
    for change in changes {
      try change()
      #expect(try !isRead())
      #expect(try run("config", "trust", path).status == 0)
      #expect(try isRead())
    }
    #expect(try run("config", "trust", "--revoke", path).error.contains("is no longer trusted"))
    #expect(try !isRead())
    try registry(#"{"X-Leak": "a literal"}"#, server: "http://127.0.0.1:9")
    #expect(try isRead())
  }

  @Test func everythingThatReadsVariablesIsRefused() throws {
    try registry(server: "http://127.0.0.1:9")
    let added = try run("config", "add-registry", path)
    for text in ["X-Leak: ${MY_KEY}", "http://127.0.0.1:9", "is not trusted", "aggregate config trust \(path)"] {
      #expect(added.error.contains(text), "\(added.error)")
    }
    let questions = [["feeds", "check", "--feed", "town/food"], ["--campus", "town"], ["watch", "--once", "--feed", "town/food"]]
    func outputs() throws -> [String] {
      try questions.map { words in
        let result = try run(words + ["--allow-private"])
        return result.out + result.error
      }
    }
    for (words, output) in zip(questions, try outputs()) {
      #expect(output.contains("config.untrusted") && !output.contains("connect."), "\(words): \(output)")
    }
    #expect(try run("doctor").out.contains("not trusted, so some of its feeds are not read: \(path)"))
    #expect(try run("feeds", "show", "town/food").out.contains("no; to trust it, run: aggregate config trust \(path)"))
    // Once it is trusted, they all try to connect.
    #expect(try run("config", "trust", path).status == 0)
    for (words, output) in zip(questions, try outputs()) {
      #expect(output.contains("connect."), "\(words): \(output)")
    }
    #expect(try run("feeds", "show", "town/food", "--json").out.contains(#""trusted":true"#))
  }

  /// The file of another place is another file.
  @Test func aCopyIsNotTrusted() throws {
    #expect(try run("config", "trust", path).status == 0)
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("copy.json"))
    #expect(try run("--config", "copy.json", "--feed", "town/food", "--offline").error.contains("disabled (config.untrusted)"))
  }

  @Test func theUsersOwnFileNeedsNoTrust() throws {
    try registry(to: "config/aggregate/registry.json")
    let own = folder.path("config/aggregate/registry.json")
    #expect(try !run("--config", own, "--feed", "town/food", "--offline").error.contains("config.untrusted"))
    #expect(try run("config", "trust", own).error.contains("nothing to trust"))
  }

  @Test func headersOfTheCommandLineNeedNoTrust() throws {
    try folder.write(#"{"feeds": []}"#, to: "other.json")
    let added = try run(
      "feeds", "add", "town/food", "--adapter", "penn", "--url", "https://town.example/food.json", "--name", "Town", "--zone", "UTC",
      "--header", "X-Key: ${MY_KEY}", "--registry", "other.json", "--no-check")
    #expect(added.status == 0, "\(added)")
    #expect(try !run("--feed", "town/food", "--offline").error.contains("config.untrusted"))
    #expect(try run("feeds", "disable", "town/food").status == 0)
    #expect(try run("feeds", "enable", "town/food").status == 0)
    #expect(try !run("--feed", "town/food", "--offline").error.contains("config.untrusted"))
  }

  /// A later file that changes a feed does not get the trust of the file with its headers, and the other way around.
  @Test func eachFileIsTrustedByItself() throws {
    try folder.write(
      #"{"feeds": [{"id": "town/food", "addresses": {"venues": "https://town.example/2"}, "headers": {"X-Leak": "${OTHER_KEY}"}}]}"#,
      to: "later.json")
    #expect(try run("config", "trust", path).status == 0)
    let words = ["--config", path, "--config", folder.path("later.json"), "--feed", "town/food", "--offline"]
    let refused = try Program.run(words, environment: folder.trust)
    #expect(refused.error.contains("config trust \(folder.path("later.json"))"), "\(refused.error)")
  }

  @Test func aRegistryOnStdinCannotBeTrusted() throws {
    let result = try Program.run(
      ["-c", #""$0" --config - --feed town/food --offline <town.json"#, Program.url.path], environment: folder.trust, directory: folder.url,
      executable: URL(fileURLWithPath: "/bin/sh"))
    #expect(result.error.contains("disabled (config.untrusted)") && result.error.contains("cannot be trusted"), "\(result)")
  }
}
