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
}
