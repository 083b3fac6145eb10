import Foundation
import TestKit
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct SettingsTests {
  @Test func settingsPrecedence() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format":"ndjson","jobs":3,"campus":["penn","gmu"]}"#, to: "xdg/aggregate/config.json")
    let environment = ["XDG_CONFIG_HOME": folder.url.appendingPathComponent("xdg").path, "AGGREGATE_CAMPUS": "liverpool"]
    let shown = try Program.run(["config", "show"], environment: environment, directory: folder.url)
    #expect(shown.status == 0)
    func row(_ name: String) -> Substring { shown.out.split(separator: "\n").first { $0.hasPrefix(name + " ") } ?? "" }
    #expect(row("campus").contains("liverpool") && row("campus").contains("AGGREGATE_CAMPUS"))
    #expect(row("jobs").contains(" 3 ") && row("jobs").contains("config.json"))
    #expect(row("strict").contains("false") && row("strict").contains("default"))
    let lines = try Program.run(["--sample", "-q"], environment: environment, directory: folder.url).out
    #expect(lines.hasPrefix(#"{"id":"liverpool/"#))
    let document = try Program.run(
      ["--sample", "-q", "--format", "json", "--campus", "penn"], environment: environment, directory: folder.url
    ).out
    #expect(document.contains(#"{"id":"penn","#) && !document.contains("liverpool"))
  }

  @Test(arguments: [
    (#"{"formt":"json"}"#, "config.json:1:2"), (#"{"format":"xml"}"#, "use one of json, ndjson"),
    (#"{"strict":"maybe"}"#, "true or false"),
    (#"{"jobs":0}"#, "1 to 256"), ("{\n\"jobs\":{}}", "config.json:2:1"), ("[", "config.json:1:2"),
  ])
  func wrongSettingsAreConfigurationErrors(_ text: String, _ word: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: ".config/aggregate/config.json")
    let result = try Program.run(["--sample"], environment: ["HOME": folder.url.path])
    #expect(result.status == 78)
    #expect(result.error.contains(word), "\(result.error)")
  }

  /// Each message names the source of the value.
  @Test(
    arguments: [
      (["AGGREGATE_CAMPUS": "pen"], "{}", ["campus is \"pen\" (environment, AGGREGATE_CAMPUS)", "did you mean \"penn\"?"]),
      (["AGGREGATE_CAMPUS": "PENN"], "{}", ["(environment, AGGREGATE_CAMPUS)", "did you mean \"penn\"?"]),
      ([:], #"{"campus":["gmu","pen"]}"#, ["campus is \"gmu,pen\" (", "config.json", "no campus \"pen\""]),
      (["AGGREGATE_FEED": "penn/dinin"], "{}", ["(environment, AGGREGATE_FEED)", "did you mean \"penn/dining\"?"]),
      ([:], #"{"feed":"penn"}"#, ["feed is \"penn\"", "config.json"]),
      (["AGGREGATE_FORMAT": "xml"], "{}", ["(environment, AGGREGATE_FORMAT)", "use one of json, ndjson"]),
      (["AGGREGATE_LOG_FORMAT": "xml"], "{}", ["(environment, AGGREGATE_LOG_FORMAT)", "text or json"]),
    ] as [([String: String], String, [String])])
  func wrongSettingsNameTheirSource(_ environment: [String: String], _ file: String, _ words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "config.json")
    let environment = environment.merging(["AGGREGATE_SETTINGS": path]) { $1 }
    let result = try Program.run(["--sample"], environment: environment)
    #expect(result.status == 78)
    #expect(result.out.isEmpty)
    for word in words { #expect(result.error.contains(word), "\(result.error)") }
    // The command line takes precedence.
    let campus = ["--sample", "-q", "--campus", "gmu", "--format", "json", "--log-format", "text"]
    #expect(try Program.run(campus, environment: environment).status == 0)
  }

  /// The folder may belong to an attacker who wants to read the environment.
  @Test func workingDirectoryIsNotSearched() throws {
    let folder = try TemporaryFolder()
    let registry = #"{"feeds":[{"id":"penn/dining","addresses":{"venues":"http://127.0.0.1:9/"}}]}"#
    for name in ["aggregate.json", "config.json", ".config/aggregate/config.json", "aggregate/config.json"] {
      try folder.write(#"{"config":"evil.json","output":"out.json","format":"ndjson"}"#, to: name)
    }
    try folder.write(registry, to: "evil.json")
    for environment in [
      [:], ["HOME": "."], ["HOME": ""], ["XDG_CONFIG_HOME": ".config"], ["XDG_CONFIG_HOME": ""], ["AGGREGATE_SETTINGS": ""],
    ] {
      let shown = try Program.run(["config", "show", "--format", "json"], environment: environment, directory: folder.url)
      #expect(shown.status == 0 && !shown.out.contains("evil.json"), "\(environment): \(shown.out)\(shown.error)")
      let feeds = try Program.run(["feeds"], environment: environment, directory: folder.url)
      #expect(feeds.status == 0 && !feeds.out.contains("127.0.0.1"), "\(environment)")
      let sample = try Program.run(["--sample", "-q"], environment: environment, directory: folder.url)
      #expect(sample.status == 0 && sample.out.hasPrefix(#"{"schema""#), "\(environment): \(sample.error)")
    }
    #expect(!folder.names.contains("out.json"))
  }

  /// No store is created there either.
  @Test func missingHomeIsAnError() throws {
    let folder = try TemporaryFolder()
    for home in [".", ""] {
      let result = try Program.run(["--offline"], environment: ["HOME": home], directory: folder.url)
      #expect(result.status == 78 && result.error.contains("--store"), "\(result.status) \(result.error)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func variableNamesSettingsFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format":"ndjson"}"#, to: "xdg/aggregate/config.json")
    try folder.write(#"{"jobs":7}"#, to: "mine/settings.json")
    let xdg = ["XDG_CONFIG_HOME": folder.url.appendingPathComponent("xdg").path]
    for name in ["mine/settings.json", folder.url.appendingPathComponent("mine/settings.json").path] {
      let environment = xdg.merging(["AGGREGATE_SETTINGS": name]) { $1 }
      let shown = try Program.run(["config", "show"], environment: environment, directory: folder.url).out
      // The second file is not read.
      #expect(shown.contains("mine/settings.json") && !shown.contains("xdg/"), "\(shown)")
      let doctor = try Program.run(["doctor"], environment: environment, directory: folder.url).out
      #expect(doctor.contains("mine/settings.json: mode") && !doctor.contains("xdg/"), "\(doctor)")
    }
    for name in ["none.json", "mine"] {
      let missing = try Program.run(["--sample"], environment: ["AGGREGATE_SETTINGS": name], directory: folder.url)
      #expect(missing.status == 78 && missing.error.contains("AGGREGATE_SETTINGS") && missing.error.contains(name), "\(missing.error)")
    }
  }

  @Test func pathsAreRelativeToSettingsFile() throws {
    let folder = try TemporaryFolder()
    let registry = #"{"feeds":[{"id":"penn/dining","cadence":"CADENCE"}]}"#
    try folder.write(registry.replacingOccurrences(of: "CADENCE", with: "PT7M"), to: "settings/one.json")
    try folder.write(registry.replacingOccurrences(of: "CADENCE", with: "PT9M"), to: "two.json")
    try folder.write(#"{"config":["one.json","../two.json"],"store":"data/s,1.sqlite","output":"out.json"}"#, to: "settings/settings.json")
    try folder.write("", to: "elsewhere/.keep")
    let environment = ["AGGREGATE_SETTINGS": folder.url.appendingPathComponent("settings/settings.json").path]
    let elsewhere = folder.url.appendingPathComponent("elsewhere")
    #expect(try Program.run(["feeds"], environment: environment, directory: elsewhere).out.contains("every 9 min"))
    #expect(try Program.run(["--sample", "-q"], environment: environment, directory: elsewhere).status == 0)
    #expect(try folder.read("settings/out.json").hasPrefix("{"))
    let replay = ["--replay", Program.root.appendingPathComponent("Fixtures/sample").path, "--feed", "penn/dining", "-q", "-o", "-"]
    let shown = try Program.run(["config", "show"], environment: environment, directory: elsewhere).out
    #expect(shown.contains("/settings/data/s,1.sqlite"), "\(shown)")
    #expect(try Program.run(replay, environment: environment, directory: elsewhere).out.hasPrefix("{"))
    // Paths in the environment are relative to the working directory.
    let output = environment.merging(["AGGREGATE_OUTPUT": "here.json"]) { $1 }
    #expect(try Program.run(["--sample", "-q"], environment: output, directory: elsewhere).status == 0)
    #expect(try folder.read("elsewhere/here.json").hasPrefix("{"))
  }
}
