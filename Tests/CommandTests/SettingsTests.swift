import Foundation
import Testing

@Suite struct SettingsTests {
  @Test func flagsThenEnvironmentThenFilesThenDefaults() throws {
    let folder = try Folder()
    try folder.write(#"{"format":"ndjson","jobs":3}"#, to: "aggregate.json")
    try folder.write(#"{"jobs":5,"campus":["penn","gmu"]}"#, to: "xdg/aggregate/config.json")
    let environment = ["XDG_CONFIG_HOME": folder.url.appendingPathComponent("xdg").path, "AGGREGATE_CAMPUS": "liverpool"]
    let shown = try Program.run(["config", "show"], environment: environment, directory: folder.url)
    #expect(shown.status == 0)
    func row(_ name: String) -> Substring { shown.out.split(separator: "\n").first { $0.hasPrefix(name + " ") } ?? "" }
    #expect(row("campus").contains("liverpool") && row("campus").contains("AGGREGATE_CAMPUS"))
    #expect(row("jobs").contains(" 3 ") && row("jobs").contains("aggregate.json"))
    #expect(row("strict").contains("false") && row("strict").contains("default"))
    let lines = try Program.run(["--sample", "-q"], environment: environment, directory: folder.url).out
    #expect(lines.hasPrefix(#"{"id":"liverpool/"#))
    let document = try Program.run(
      ["--sample", "-q", "--format", "json", "--campus", "penn"], environment: environment, directory: folder.url
    ).out
    #expect(document.contains(#"{"id":"penn","#) && !document.contains("liverpool"))
  }

  @Test(arguments: [
    (#"{"formt":"json"}"#, "aggregate.json:1:2"), (#"{"format":"xml"}"#, "known are json, ndjson"),
    (#"{"strict":"maybe"}"#, "true or false"),
    (#"{"jobs":0}"#, "1 to 256"), ("{\n\"jobs\":{}}", "aggregate.json:2:1"), ("[", "aggregate.json:1:2"),
  ])
  func wrongSettingsAreConfigurationErrors(_ text: String, _ word: String) throws {
    let folder = try Folder()
    try folder.write(text, to: "aggregate.json")
    let result = try Program.run(["--sample"], directory: folder.url)
    #expect(result.status == 78)
    #expect(result.error.contains(word), "\(result.error)")
  }

  /// Each tells where it came from.
  @Test(
    arguments: [
      (["AGGREGATE_CAMPUS": "pen"], "{}", ["campus is \"pen\" (environment, AGGREGATE_CAMPUS)", "did you mean \"penn\"?"]),
      (["AGGREGATE_CAMPUS": "PENN"], "{}", ["(environment, AGGREGATE_CAMPUS)", "did you mean \"penn\"?"]),
      ([:], #"{"campus":["gmu","pen"]}"#, ["campus is \"gmu,pen\" (", "aggregate.json", "no campus \"pen\""]),
      (["AGGREGATE_FEED": "penn/dinin"], "{}", ["(environment, AGGREGATE_FEED)", "did you mean \"penn/dining\"?"]),
      ([:], #"{"feed":"penn"}"#, ["feed is \"penn\"", "aggregate.json"]),
      (["AGGREGATE_FORMAT": "xml"], "{}", ["(environment, AGGREGATE_FORMAT)", "known are json, ndjson"]),
      (["AGGREGATE_LOG_FORMAT": "xml"], "{}", ["(environment, AGGREGATE_LOG_FORMAT)", "text or json"]),
    ] as [([String: String], String, [String])])
  func wrongSettingsNameTheirPlace(_ environment: [String: String], _ file: String, _ words: [String]) throws {
    let folder = try Folder()
    try folder.write(file, to: "aggregate.json")
    let result = try Program.run(["--sample"], environment: environment, directory: folder.url)
    #expect(result.status == 78)
    #expect(result.out.isEmpty)
    for word in words { #expect(result.error.contains(word), "\(result.error)") }
    // The command line is stronger.
    let campus = ["--sample", "-q", "--campus", "gmu", "--format", "json", "--log-format", "text"]
    #expect(try Program.run(campus, environment: environment, directory: folder.url).status == 0)
  }
}
