import Foundation
import TestKit
import TestTraits
import Testing

/// `aggregate work` as a user runs it: pipes, files and exit codes.
@Suite(.waitsForPrograms) struct WorkCommandTests {
  private let folder: TemporaryFolder
  private static let sample = Program.root.appendingPathComponent("Fixtures/sample").path
  private static let time = "2026-11-21T17:00:00Z"

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command in a shell, where `aggregate` is the program.
  private func shell(_ command: String, _ environment: [String: String] = [:]) throws -> Program.Result {
    let all = ["A": Program.url.path, "SAMPLE": Self.sample, "T": Self.time].merging(environment) { $1 }
    return try Program.run(
      ["-c", "aggregate() { \"$A\" \"$@\"; }; set -eu; \(command)"], environment: all, directory: folder.url,
      executable: URL(fileURLWithPath: "/bin/bash"))
  }

  @Test func stepsWriteTheCatalogOfOneRun() throws {
    let result = try shell(
      """
      aggregate --replay $SAMPLE --at $T -q -o one.json
      aggregate work plan --at $T > plan.ndjson
      aggregate work read --bodies $SAMPLE --at $T < plan.ndjson > results.ndjson
      tac results.ndjson | aggregate work merge --at $T > merged.ndjson
      LC_ALL=C sort merged.ndjson | aggregate work assemble --at $T -o two.json
      cmp one.json two.json
      LC_ALL=C sort merged.ndjson | aggregate work assemble --at $T --campuses campuses
      ls campuses
      """)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    #expect(result.out == "everywhere.json\ngmu.json\nliverpool.json\npenn.json\n")
    #expect(try folder.read("campuses/gmu.json").contains(#""id":"gmu/whats-open/"#))
  }

  /// All lines of all steps conform to the published schema, as an independent validator sees it.
  @Test(.enabled(if: Oracle.isInstalled, "Scripts/setup --tests installs jsonschema")) func linesConformToSchema() throws {
    try folder.write(
      #"""
      {"feeds": [{"id": "penn/off", "adapter": "penn", "enabled": false, "addresses": {"venues": "https://a.example/"}}],
       "facts": {"penn/dining/593": {"location": {"building": "Commons"}, "links": [{"rel": "menu", "href": "https://m.example/"}]}},
       "corrections": [{"id": "penn/dining/593", "name": "Commons", "because": "The sign"}],
       "links": [{"different": ["gmu/whats-open/a", "gmu/whats-open/b"]}]}
      """#, to: "r.json")
    let result = try shell(
      """
      aggregate schema work > schema.json
      aggregate work plan --config r.json --at $T > plan.ndjson
      aggregate work read --bodies $SAMPLE --at $T < plan.ndjson > results.ndjson
      aggregate work plan --config r.json --at 2026-11-21T17:00:01Z --state results.ndjson > next.ndjson
      aggregate work merge --at $T < results.ndjson > merged.ndjson
      cat plan.ndjson results.ndjson next.ndjson merged.ndjson > all.ndjson
      """)
    #expect(result.status == 0, "\(result.error)")
    let check = """
      import json, sys, jsonschema
      validator = jsonschema.Draft202012Validator(json.load(open("schema.json")))
      lines = [json.loads(line) for line in open("all.ndjson")]
      print(sorted({line["type"] for line in lines}), [e.message[:300] for line in lines for e in validator.iter_errors(line)][:5])
      bad = dict(lines[0], more=1)
      print(validator.is_valid(bad))
      """
    let checked = try Program.run(["-c", check], directory: folder.url, executable: URL(fileURLWithPath: Oracle.python))
    #expect(checked.out == "['campus', 'entry', 'feed', 'report', 'result'] []\nFalse\n", "\(checked.out)\(checked.error)")
  }

  /// A feed that is not due after the first run is passed on with its entries, so each file of results is complete.
  @Test func resultsAreTheStateOfTheNextRun() throws {
    let result = try shell(
      """
      aggregate work plan --feed penn/dining --at $T | aggregate work read --bodies $SAMPLE --at $T > last.ndjson
      aggregate work plan --feed penn/dining --at 2026-11-21T17:00:01Z --state last.ndjson --refresh | grep -c '"type":"feed"'
      sed 's/"nextDue":[^,]*,//g; s/"lastPolledAt"/"nextDue":"2026-11-22T17:00:00Z","lastPolledAt"/' last.ndjson > later.ndjson
      aggregate work plan --feed penn/dining --at 2026-11-21T18:00:00Z --state later.ndjson > plan.ndjson
      grep -c '"type":"feed"' plan.ndjson || true
      aggregate work poll --bodies none --previous last.ndjson --at 2026-11-21T18:00:00Z < plan.ndjson > results.ndjson
      aggregate work merge --at 2026-11-21T18:00:00Z < results.ndjson > merged.ndjson
      grep -c '"type":"entry"' merged.ndjson
      aggregate work merge --at $T < last.ndjson | grep -c '"type":"entry"'
      grep -o '"reason":"[a-z.]*"' merged.ndjson
      """)
    let lines = result.out.split(separator: "\n")
    #expect(result.status == 0 && lines.count == 5, "\(result.out)\(result.error)")
    #expect(lines.prefix(2) == ["1", "0"] && lines[2] == lines[3] && lines[2] != "0")
    #expect(lines.last == #""reason":"not.due""#)
  }

  /// A store has the states and the last good results of ordinary runs.
  @Test func storesAreStatesAndPreviousResults() throws {
    let result = try shell(
      """
      aggregate --feed penn/dining --replay $SAMPLE --at $T --store s.sqlite -q -o one.json
      aggregate work plan --feed penn/dining --at 2026-11-21T18:00:00Z --state s.sqlite > plan.ndjson
      aggregate work merge --previous s.sqlite --at 2026-11-21T18:00:00Z < plan.ndjson > merged.ndjson
      aggregate work merge --at 2026-11-21T18:00:00Z < plan.ndjson | grep -o '"reason":"[a-z.]*"'
      grep -o '"outcome":"[a-z]*","reason":"[a-z.]*"' merged.ndjson
      LC_ALL=C sort merged.ndjson | sed -n 's/.*"type":"entry","version":1,"entry":\\(.*\\)}$/\\1/p' > entries
      grep '^{"id":"penn/dining/' one.json | grep '"kind"' | sed 's/,$//' | cmp - entries
      wc -l < entries
      """)
    let lines = result.out.split(separator: "\n")
    #expect(result.status == 0 && lines.count == 3, "\(result.out)\(result.error)")
    #expect(lines.prefix(2) == [#""reason":"work.entries""#, #""outcome":"stale","reason":"work.missing""#])
    #expect(lines.last.flatMap { Int($0) } ?? 0 > 5)
  }

  @Test(arguments: [
    (#"printf '{"key"\n' | aggregate work merge"#, 65, "stdin:1:"),
    (#"printf 'x' | aggregate work assemble"#, 65, "stdin:1:1: the last line is incomplete"),
    ("aggregate work plan --state none.ndjson", 65, "none.ndjson cannot be read"),
    ("aggregate work plan --at tomorrow", 64, "is not a time such as 2026-11-21T17:00:00Z"),
    ("aggregate work plan --campus pen", 64, "did you mean \"penn\"?"),
    ("aggregate work read --bodies none < /dev/null", 4, "the folder none does not exist"),
    ("aggregate work poll < /dev/null", 64, "--bodies"),
    ("aggregate work assemble --at 2026-11-21T17:00:00Z < /dev/null", 4, "nothing was written"),
    ("aggregate work assemble -o a --campuses b < /dev/null", 64, "cannot be used together"),
    ("aggregate work plan --campus penn | aggregate work assemble", 65, "is not one of a catalog"),
  ])
  func mistakesAreExplained(_ command: String, _ status: Int32, _ message: String) throws {
    let result = try shell("set -o pipefail; \(command)")
    #expect(result.status == status && result.error.contains(message), "\(result.status) \(result.error)")
  }

  /// A step that is killed has written lines of its result. The system may end a write at a kill, so the last line may be incomplete.
  @Test func killedStepsHaveWrittenLinesOfTheirResult() throws {
    let start = ContinuousClock.now
    let result = try shell("aggregate work plan --at $T | aggregate work read --bodies $SAMPLE --at $T > last.ndjson")
    let duration = (ContinuousClock.now - start) / .seconds(1)
    #expect(result.status == 0, "\(result.error)")
    let all = try folder.read("last.ndjson")
    var generator = Budget.generator(39)
    for _ in 0..<Budget.count(8) {
      let pause = duration * Double.random(in: 0..<1, using: &generator)
      _ = try shell(
        "timeout -s KILL \(pause) \"$A\" work read --bodies $SAMPLE --at $T < <(aggregate work plan --at $T) > part.ndjson || true")
      let part = try folder.read("part.ndjson")
      var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let incomplete = lines.removeLast()
      #expect(lines.allSatisfy { all.contains("\($0)\n") }, "after \(pause) s")
      if !incomplete.isEmpty {
        #expect(all.contains("\n\(incomplete)") || all.hasPrefix(incomplete), "after \(pause) s: \(incomplete.suffix(100))")
        let next = try shell("aggregate work merge --at $T < part.ndjson")
        #expect(next.status == 65 && next.error.contains("the last line is incomplete"), "\(next.status) \(next.error)")
      }
    }
  }

  /// Secrets of `poll` come from its environment; those of the plan are not needed.
  @Test func secretsAreReadWhereTheRequestIsMade() throws {
    try folder.write(
      #"""
      {"campuses": [{"id": "town", "name": "Town", "timeZone": "Europe/London"}],
       "feeds": [{"id": "town/a", "adapter": "penn", "addresses": {"venues": "http://127.0.0.1:9/"}, "headers": {"X-Key": "${TOWN_KEY}"}}]}
      """#, to: "r.json")
    let trusted = try shell("aggregate config trust r.json > /dev/null; aggregate work plan --config r.json --campus town > plan.ndjson")
    #expect(trusted.status == 0, "\(trusted.error)")
    let missing = try shell("aggregate work poll --bodies none --allow-private < plan.ndjson > /dev/null")
    #expect(missing.status == 78 && missing.error.contains("TOWN_KEY"), "\(missing.error)")
    let polled = try shell("aggregate work poll --bodies none --allow-private < plan.ndjson", ["TOWN_KEY": "s3cr3t-of-the-town"])
    #expect(polled.status == 0 && polled.out.contains(#""outcome":"absent","reason":"connect.refused""#), "\(polled.error)")
    #expect(!polled.out.contains("s3cr3t"))
  }
}
