import Foundation
import TestKit
import TestTraits
import Testing

/// `config` changes the settings file, and `doctor` identifies the broken part.
@Suite(.waitsForPrograms) struct SettingsCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String..., in directory: String? = nil) throws -> Program.Result {
    try Program.run(
      words, environment: ["HOME": folder.url.path],
      directory: directory.map { folder.url.appendingPathComponent($0) } ?? folder.url)
  }

  private let file = ".config/aggregate/config.json"

  @Test func settingsAreSavedAndRemoved() throws {
    #expect(try run("config", "path").out == folder.url.path + "/\(file)\n")
    #expect(try run("config", "unset", "jobs").status == 0)
    #expect(folder.names.isEmpty, "nothing to remove, so nothing was created")
    #expect(try run("config", "set", "jobs", "4").status == 0)
    #expect(try run("config", "set", "campus", "penn", "gmu").status == 0)
    #expect(try run("config", "set", "strict", "true").status == 0)
    #expect(try run("config", "set", "store", "my.sqlite").status == 0)
    let store = folder.url.path + "/my.sqlite"
    #expect(
      try folder.read(file) == """
        {
          "jobs": 4,
          "campus": ["penn", "gmu"],
          "strict": true,
          "store": "\(store)"
        }

        """)
    let shown = try run("config", "show").out
    for text in ["penn,gmu", store, file] { #expect(shown.contains(text), "\(shown)") }
    #expect(try run("config", "unset", "campus").status == 0)
    #expect(try run("config", "unset", "store").status == 0)
    #expect(try folder.read(file) == "{\n  \"jobs\": 4,\n  \"strict\": true\n}\n")
    #expect(try run("config", "show").out.contains(folder.url.path + "/.local/state/aggregate/aggregate.sqlite"))
  }

  @Test(arguments: [
    (["jobs", "0"], "1 to 256"), (["format", "xml"], "use one of json, ndjson"), (["campus", "pen"], "did you mean \"penn\"?"),
    (["strict", "maybe"], "true or false"), (["contact", "Zoë"], "ASCII"), (["config", "none.json"], "none.json"),
    (["job", "3"], "did you mean \"jobs\"?"),
  ])
  func wrongValuesChangeNothing(_ words: [String], _ message: String) throws {
    try folder.write("{\"deadline\":5}", to: file)
    let result = try Program.run(["config", "set"] + words, environment: ["HOME": folder.url.path], directory: folder.url)
    #expect([64, 78].contains(result.status) && result.error.contains(message), "\(result.error)")
    #expect(try folder.read(file) == "{\"deadline\":5}")
  }

  @Test(arguments: [nil, "{"]) func wrongRegistryFilesChangeNothing(_ text: String?) throws {
    if let text { try folder.write(text, to: "x.json") }
    let result = try run("config", "set", "config", "x.json")
    #expect(result.status == 64 && result.error.hasPrefix("aggregate: nothing was changed: "), "\(result.error)")
    #expect(result.error.contains("x.json") && !folder.names.contains(file), "\(result.error)")
  }

  @Test func valuesArePrintedAlone() throws {
    let store = try run("config", "get", "store")
    #expect(store.out == folder.url.path + "/.local/state/aggregate/aggregate.sqlite\n" && store.error.isEmpty)
    #expect(try run("config", "set", "campus", "penn", "gmu").status == 0)
    #expect(try run("config", "get", "campus").out == "penn,gmu\n")
    let unset = try run("config", "get", "contact")
    #expect(unset.status == 0 && unset.out.isEmpty && unset.error == "aggregate: contact is not set: none\n")
    #expect(try run("config", "get", "stores").error.contains("did you mean \"store\"?"))
    #expect(try run("config", "get", "jobs", "--json").out.contains(#""settings":[{"name":"jobs""#))
  }

  /// Commands that change the file at the same time wait for each other.
  @Test func noChangeIsLost() async throws {
    let home = folder.url.path
    let keys = ["jobs", "deadline", "stale-after", "per-host"]
    try await withThrowingTaskGroup(of: Program.Result.self) { group in
      for key in keys { group.addTask { try Program.run(["config", "set", "-q", key, "3"], environment: ["HOME": home]) } }
      for try await result in group { #expect(result.status == 0, "\(result.error)") }
    }
    let text = try folder.read(file)
    for key in keys { #expect(text.contains("\"\(key)\": 3"), "\(text)") }
  }

  private let town =
    #"{"campuses":[{"id":"town","name":"Town","timeZone":"Europe/Paris","country":"FR"}],"feeds":[{"id":"town/a","adapter":"penn"}]}"#

  /// A registry file stays as long as another setting needs it; a setting that is invalid already can be repaired in any order.
  @Test func settingsThatAreNeededStay() throws {
    try folder.write(town, to: "town.json")
    #expect(try run("config", "add-registry", "town.json").status == 0)
    #expect(try run("config", "set", "campus", "town").status == 0)
    for words in [["remove-registry", "town.json"], ["unset", "config"]] {
      let result = try Program.run(["config"] + words, environment: ["HOME": folder.url.path], directory: folder.url)
      #expect(result.status == 78 && result.error.contains("nothing was changed: campus is \"town\""), "\(result.error)")
      #expect(result.error.hasSuffix("run: aggregate config unset campus\n"), "\(result.error)")
    }
    try folder.write(#"{"config":["none.json"],"campus":["town"]}"#, to: file)
    #expect(try run("config", "remove-registry", folder.url.path + "/.config/aggregate/none.json").status == 0)
    #expect(try run("config", "unset", "campus").status == 0)
    #expect(try folder.read(file) == "{}\n")
  }

  @Test func campusesOfTheVariableAreKnown() throws {
    try folder.write(town, to: "town.json")
    let environment = ["HOME": folder.url.path, "AGGREGATE_CONFIG": folder.url.path + "/town.json"]
    #expect(try Program.run(["config", "set", "campus", "town"], environment: environment).status == 0)
    let other = try Program.run(["config", "set", "campus", "towns"], environment: environment)
    #expect(other.status == 64 && other.error.contains("did you mean \"town\"?"), "\(other.error)")
  }

  @Test(arguments: [
    (#"{"campus": }"#, "config.json:1:12: ", "correct it, or remove it to use the defaults\n"),
    (
      #"{"campuss": "penn"}"#, "config.json:1:2: no setting \"campuss\"; did you mean \"campus\"? ",
      "Correct it, or remove it to use the defaults\n"
    ),
    (#"{"strict": "maybe"}"#, "strict is \"maybe\"", "run: aggregate config unset strict\n"),
    (#"{"config": ["none.json"]}"#, "none.json cannot be read", "none.json\n"),
  ])
  func brokenFilesSayWhatToDo(_ text: String, _ what: String, _ advice: String) throws {
    try folder.write(text, to: file)
    let result = try run("open", "--sample")
    #expect(result.status == 78 && result.error.contains(what) && result.error.hasSuffix(advice), "\(result.error)")
  }

  @Test func missingRegistryFilesNameTheirSetting() throws {
    let result = try Program.run(["open", "--sample"], environment: ["AGGREGATE_CONFIG": "none.json"])
    #expect(result.status == 78 && result.error.hasSuffix("it is named by the variable AGGREGATE_CONFIG\n"), "\(result.error)")
  }

  /// A file is found from any folder, and has been checked.
  @Test func registryFilesAreAdded() throws {
    try folder.write(town, to: "files/town.json")
    try folder.write(town.replacingOccurrences(of: "town", with: "village"), to: ".config/aggregate/village.json")
    try folder.write(#"{"feeds":[{"id":"nowhere/a","adapter":"penn"}]}"#, to: "files/bad.json")
    let bad = try run("config", "add-registry", "bad.json", in: "files")
    #expect(bad.status == 78 && bad.error.hasPrefix("aggregate: bad.json:1:"), "\(bad.error)")
    #expect(try run("config", "add-registry", "town.json", in: "files").status == 0)
    #expect(try run("config", "add-registry", "../.config/aggregate/village.json", in: "files").status == 0)
    #expect(try folder.read(file).filter { !$0.isWhitespace }.contains(#"["\#(folder.url.path)/files/town.json","village.json"]"#))
    let feeds = try run("feeds").out
    #expect(feeds.contains("town/a") && feeds.contains("village/a"))
    #expect(try run("config", "remove-registry", "files/town.json").status == 0)
    #expect(try run("config", "remove-registry", "files/town.json").status == 64)
    #expect(try !run("feeds").out.contains("town/a"))
  }

  /// - Parameter broken: the only part that is reported as broken.
  @Test(arguments: [
    ("{\"jobs\":\n 4 5}", "", "", "settings", "config.json:2:4: "), ("{\"format\":\"xml\"}", "", "", "settings", "config.json:1:2)"),
    ("{\"campus\":\"pen\"}", "", "", "settings", "did you mean \"penn\"?"),
    ("{\"config\":\"town.json\"}", "{\"feeds\":\n3}", "", "registry", "town.json:1:2: "),
    ("{\"config\":\"none.json\"}", "", "", "registry", "none.json cannot be read"),
    ("{\"store\":\"s.sqlite\"}", "", "not a store", "store", "store.corrupt"),
  ])
  func doctorBlamesTheRightPart(_ settings: String, _ registry: String, _ store: String, _ broken: String, _ text: String) throws {
    try folder.write(settings, to: file)
    try folder.write(registry, to: ".config/aggregate/town.json")
    if !store.isEmpty { try folder.write(store, to: ".config/aggregate/s.sqlite") }
    let result = try run("doctor")
    #expect(result.status == (broken == "store" ? 5 : 78))
    let rows = result.out.split(separator: "\n").filter { $0.contains("  broken: ") }
    #expect(rows.count == 1 && rows.first?.hasPrefix(broken + " ") == true && rows.first?.contains(text) == true, "\(result.out)")
    #expect(result.error == "aggregate: 1 part is broken: \(broken); see above\n")
  }
}
