import Foundation
import TestKit
import TestTraits
import Testing

/// `feeds add`, `show`, `remove`, `enable` and `disable` change a registry file, which every command uses from then on.
@Suite(.waitsForPrograms) struct FeedCommandTests {
  private let folder: TemporaryFolder
  private let registry = ".config/aggregate/registry.json"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(words, environment: ["HOME": folder.url.path], directory: folder.url)
  }

  private let lakeside = [
    "--adapter", "eateries", "--url", "https://dining.lakeside.example.edu/eateries.json", "--name", "Lakeside College", "--zone",
    "America/New_York", "--country", "us", "--location", "42.447,-76.483",
  ]

  private var reply: String { Program.root.path + "/Fixtures/eateries-odd-records/lakeside/dining/eateries.json" }

  /// A catalog needs the campuses that it may deliver.
  @Test func catalogsAreAdded() throws {
    let words = [
      "feeds", "add", "everywhere/state", "--adapter", "catalog", "--url", "https://state.example.edu/catalog.json", "--from",
      Program.root.path + "/Fixtures/catalog-campuses/everywhere/state/catalog.json",
    ]
    let refused = try run(words)
    #expect(refused.status == 78 && refused.error.contains("\"campuses\" is missing"), "\(refused.status) \(refused.error)")
    let added = try run(words + ["--delivers", "harbor", "--delivers", "gmu"])
    #expect(added.status == 0 && added.error.contains("read 4 entries"), "\(added.error)")
    let shown = try run(["feeds", "show", "everywhere/state"])
    #expect(shown.out.contains("campuses  gmu, harbor"), "\(shown.out)")
    // The setting is checked like the option.
    #expect(try run(["config", "set", "public-url", "state.example.edu"]).status == 64)
    #expect(try run(["config", "set", "public-url", "https://state.example.edu/"]).status == 0)
    #expect(try run(["--sample", "--public-url", "state", "-q"]).error.contains("it must be an http or https address"))
    let replay = try run(["--replay", Program.root.path + "/Fixtures/catalog-campuses", "--feed", "everywhere/state", "-v"])
    #expect(replay.status == 4 && replay.error.contains("catalog.loop"), "\(replay.error)")
    #expect(try run(["--sample", "--campus", "harbor", "-q"]).status == 4)
    #expect(try run(["--sample", "--campus", "harbour", "-q"]).error.contains("no campus \"harbour\""))
  }

  @Test func addedFeedsAreUsed() throws {
    let added = try run(["feeds", "add", "lakeside/dining", "--from", reply, "--cadence", "30m"] + lakeside)
    #expect(added.status == 0 && added.error.contains("Good Food"), "\(added.error)")
    #expect(added.error.contains("registry.json now has lakeside/dining, read every 30 min"), "\(added.error)")
    #expect(
      try folder.read(registry) == """
        {
          "$schema": "registry-1.schema.json",
          "campuses": [
            {
              "id": "lakeside",
              "name": "Lakeside College",
              "timeZone": "America/New_York",
              "country": "US",
              "location": {"latitude": 42.447, "longitude": -76.483}
            }
          ],
          "feeds": [
            {
              "id": "lakeside/dining",
              "adapter": "eateries",
              "cadence": "PT30M",
              "addresses": {"eateries": "https://dining.lakeside.example.edu/eateries.json"}
            }
          ]
        }

        """)
    #expect(try folder.read(".config/aggregate/registry-1.schema.json") == run(["schema", "registry"]).out)
    #expect(try run(["feeds"]).out.contains("lakeside/dining"))
    try folder.write(try String(contentsOfFile: reply, encoding: .utf8), to: "replies/lakeside/dining/eateries.json")
    #expect(try run(["list", "--campus", "lakeside", "--replay", "replies"]).out.contains("Good Food"))

    let shown = try run(["feeds", "show", "lakeside/dining"])
    for text in ["Lakeside College", "America/New_York", "every 30 min", "eateries.json", "registry.json"] {
      #expect(shown.out.contains(text), "\(shown.out)")
    }
    let again = try run(["feeds", "add", "lakeside/dining", "--no-check"] + lakeside)
    #expect(again.status == 64 && again.error.contains("there is a feed lakeside/dining already"), "\(again.error)")

    let removed = try run(["feeds", "remove", "lakeside/dining"])
    #expect(removed.status == 0 && removed.error.contains("lakeside/dining and its campus lakeside are no longer in"), "\(removed.error)")
    #expect(try !run(["feeds"]).out.contains("lakeside"))
  }

  private static let canRunPrograms: Bool = (try? Program.run(["doctor"]).out.contains("cannot run here")) == false

  /// Writes the example in Python, and returns the words that add its feed.
  private func program() throws -> [String] {
    chmod(folder.url.path, 0o755)
    for (name, target) in [("town.py", "stall/town.py"), ("list.json", "list.json"), ("list.json", "replay/town/food/list.json")] {
      let example = Program.root.appendingPathComponent("Docs/examples/python/\(name)")
      chmod(try folder.write(try String(contentsOf: example, encoding: .utf8), to: target), 0o755)
    }
    return [
      "feeds", "add", "town/food", "--adapter", "stall/town.py", "--url", "https://town.example/list.json", "--from", "list.json", "--name",
      "Town", "--zone", "Europe/Berlin",
    ]
  }

  /// A program is added beside its registry file, and runs once that is trusted.
  @Test(.enabled(if: canRunPrograms, "programs cannot be confined here")) func programsAreAdded() throws {
    let words = try program()
    let added = try run(words)
    let path = folder.path("stall/town.registry.json")
    for text in ["read 2 entries", "\(path) now has town/food", "\(path) is not trusted, so some of its feeds are not read"] {
      #expect(added.status == 0 && added.error.contains(text), "\(added.error)")
    }
    let file = try folder.read("stall/town.registry.json")
    for text in [#""adapter": "exec""#, #""command": ["./town.py"]"#, #""addresses": {"list": "https://town.example/list.json"}"#] {
      #expect(file.contains(text), "\(file)")
    }
    let collect = ["--campus", "town", "--replay", "replay"]
    #expect(try run(collect).error.contains("plugin.untrusted"))
    #expect(try run(["config", "trust", path]).status == 0)
    #expect(try run(collect).out.contains("town/food/7"))

    let elsewhere = try run(words.map { $0 == "town/food" ? "town/more" : $0 }.dropLast(4) + ["--registry", "replay/registry.json"])
    #expect(elsewhere.status == 78 && elsewhere.error.contains("is outside of the folder of this file"), "\(elsewhere.error)")
  }

  /// The program can read the same files when it is tried, when it is added, and later: those that its command names.
  @Test(.enabled(if: canRunPrograms, "programs cannot be confined here"), arguments: ["./stall/helper.py", "./stall"])
  func filesOfAProgramAreNamed(file: String) throws {
    var words = try program()
    try folder.write("NAME = 'helper'\n", to: "stall/helper.py")
    let text = try folder.read("stall/town.py")
    try folder.write(text.replacing("import json\n", with: "import json\nimport helper\n"), to: "stall/town.py")
    for words in [words, ["adapters", "try", "./stall/town.py", "--from", "list.json"]] {
      let refused = try run(words)
      for text in ["No module named 'helper'", "add the missing file or its folder, as in ./program ./folder"] {
        #expect(refused.status == 65 && refused.error.contains(text), "\(refused.error)")
      }
    }
    words[4] = "stall/town.py \(file)"
    let tried = try run(["adapters", "try", words[4], "--from", "list.json"])
    #expect(tried.status == 0 && tried.error.contains("2 entries"), "\(tried.error)")
    let added = try run(words)
    #expect(added.status == 0 && added.error.contains("read 2 entries"), "\(added.error)")
    let command = #""command": ["./town.py", "\#(file == "./stall" ? "." : "./helper.py")"]"#
    #expect(try folder.read("stall/town.registry.json").contains(command))
    #expect(try run(["config", "trust", folder.path("stall/town.registry.json")]).status == 0)
    #expect(try run(["--campus", "town", "--replay", "replay"]).out.contains("town/food/7"))
  }

  /// `script` gives the program a terminal.
  @Test(.enabled(if: canRunPrograms, "programs cannot be confined here")) func aTerminalAsksWhetherToTrustAProgram() throws {
    let words = try program()
    func answer(_ answer: String) throws -> Program.Result {
      try folder.write(answer, to: "answers")
      let command = ([Program.url.path] + words).map { "'\($0)'" }.joined(separator: " ")
      return try Program.run(
        ["-c", #"script -qec "$0" /dev/null <answers"#, command], environment: ["HOME": folder.url.path], directory: folder.url,
        executable: URL(fileURLWithPath: "/bin/sh"))
    }
    let no = try answer("n\n")
    for text in ["./town.py", "https://town.example", "Trust this program? (y/n) [n]", "nothing was changed"] {
      #expect(no.out.contains(text), "\(no.out)")
    }
    #expect(!folder.names.contains(".config"))
    let yes = try answer("y\n")
    #expect(yes.out.contains("now has town/food") && !yes.out.contains("is not trusted"), "\(yes.out)")
    #expect(try run(["--campus", "town", "--replay", "replay"]).out.contains("town/food/7"))
  }

  /// Text written by a person stays, in its order.
  @Test func otherContentIsKept() throws {
    try folder.write(
      #"{"corrections":[{"id":"penn/dining/593","notice":"Side \u00e9door","because":"a note"}],"feeds":[{"id":"gmu/whats-open","priority":7}]}"#,
      to: "mine.json")
    let added = try run(["feeds", "add", "lakeside/dining", "--registry", "mine.json", "--no-check"] + lakeside)
    #expect(added.status == 0 && added.error.contains("now adds \(folder.url.path)/mine.json"), "\(added.error)")
    #expect(try run(["feeds", "disable", "gmu/whats-open"]).status == 0)
    #expect(try run(["feeds", "remove", "lakeside/dining"]).status == 0)
    #expect(
      try folder.read("mine.json") == """
        {
          "$schema": "registry-1.schema.json",
          "corrections": [
            {"id": "penn/dining/593", "notice": "Side édoor", "because": "a note"}
          ],
          "feeds": [
            {"id": "gmu/whats-open", "priority": 7, "enabled": false}
          ],
          "campuses": []
        }

        """)
  }

  @Test func builtInFeedsAreSwitched() throws {
    let refused = try run(["feeds", "remove", "penn/dining"])
    #expect(refused.status == 64 && refused.error.hasSuffix("run: aggregate feeds disable penn/dining\n"), "\(refused.error)")
    #expect(folder.names.isEmpty, "nothing was written")
    #expect(try run(["feeds", "enable", "penn/dining"]).error.contains("enabled already"))
    #expect(try run(["feeds", "disable", "penn/dining"]).status == 0)
    #expect(try run(["feeds", "show", "penn/dining", "--json"]).out.contains(#""enabled":false"#))
    #expect(try folder.read(registry).contains(#"{"id": "penn/dining", "enabled": false}"#))
    #expect(try run(["feeds", "enable", "penn/dining"]).status == 0)
    #expect(try run(["feeds", "show", "penn/dining", "--json"]).out.contains(#""enabled":true"#))
    let unknown = try run(["feeds", "disable", "penn/dinning"])
    #expect(unknown.status == 64 && unknown.error.contains("did you mean \"penn/dining\"?"), "\(unknown.error)")
  }

  @Test(arguments: [
    (["lakeside/dining"], "--adapter ID or --mapping FILE, --url URL, --name TEXT, --zone NAME"),
    (["pen/x", "--adapter", "penn", "--url", "https://a.example"], "did you mean \"penn\"?"),
    (["Penn", "--adapter", "penn", "--url", "https://a.example"], "write CAMPUS/FEED"),
    (["penn/x", "--adapter", "peen", "--url", "https://a.example"], "did you mean penn?"),
    (["penn/x", "--adapter", "penn", "--url", "a.example"], "begins with https://"),
    (["penn/x", "--adapter", "penn", "--url", "https://a.example", "--zone", "UTC"], "leave out --name"),
    (["penn/x", "--adapter", "penn", "--url", "https://a.example", "--cadence", "often"], "15m, 6h or 1d"),
    (["penn/x", "--adapter", "penn", "--url", "https://a.example", "--header", "Token"], "a name and a value"),
    (["penn/x", "--mapping", "none.json", "--url", "https://a.example"], "none.json cannot be read"),
    (["lake/x", "--adapter", "penn", "--url", "https://a.example", "--name", "Lake", "--zone", "Lake/Side"], "not an IANA time zone"),
  ])
  func mistakesAreExplained(_ words: [String], _ message: String) throws {
    let result = try run(["feeds", "add", "--no-check"] + words)
    #expect(result.status == 64 && result.error.contains(message), "\(result.error)")
    #expect(folder.names.isEmpty)
  }

  /// A feed that cannot be read is added only if the user says so.
  @Test func failedChecksWriteNothing() throws {
    try folder.write("<html>", to: "page.html")
    let words = ["feeds", "add", "lakeside/dining", "--from", "page.html"] + lakeside
    let refused = try run(words)
    #expect(refused.status == 65 && refused.error.contains("nothing was changed: lakeside/dining could not be read"), "\(refused.error)")
    #expect(folder.names == ["page.html"])
    for (metadata, file) in [(#"{"status": 500}"#, "page.html"), ("{", "page.meta.json")] {
      try folder.write(metadata, to: "page.meta.json")
      let named = try run(words)
      #expect(named.status == 65 && named.error.contains("\(file): "), "\(named.error)")
    }
    try folder.write("{}", to: "page.meta.json")
    #expect(try run(words + ["-y"]).status == 0)
    #expect(try run(["feeds"]).out.contains("lakeside/dining"))

    var unreachable = ["feeds", "add", "lakeside/closed", "--adapter", "eateries", "--allow-private"]
    unreachable += ["--url", "http://127.0.0.1:9/eateries.json"]
    let live = try run(unreachable)
    #expect(live.status == 4 && live.error.contains("nothing was changed: lakeside/closed could not be read"), "\(live.error)")
  }
}
