import CampusCatalog
import Foundation
import Glibc
import SimdJSON
import TestKit
import TestTraits
import Testing

@testable import Commands

@Suite(.waitsForPrograms) struct OtherCommandTests {
  @Test func helpShowsExamplesFirst() throws {
    let result = try Program.run(["--help"])
    #expect(result.status == 0)
    #expect(result.out.contains("aggregate open --sample"))
    for command in ["collect", "explain", "feeds", "adapters", "schema", "config", "doctor"] {
      #expect(result.out.contains("  \(command)"))
    }
    #expect(!result.out.contains("bench"))
  }

  @Test func completionsForThreeShells() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try Program.run(["--generate-completion-script", shell]).out
      #expect(script.contains("explain"))
      #expect(try Program.run(["completion", shell]).out == script)
      #expect(try Program.run(["completion"], environment: ["SHELL": "/usr/bin/\(shell)"]).out == script)
    }
    let other = try Program.run(["completion"], environment: ["SHELL": "/bin/dash"])
    #expect(other.status == 64 && other.error.contains("use one of bash, zsh, fish"), "\(other.error)")
    #expect(try Program.run(["completion"]).error.contains("SHELL is not set"))
  }

  /// The bare name is short help on a terminal, and a run otherwise, or with an option.
  @Test func bareNameOnTerminal() throws {
    let help = try #require(ShortHelp.text(for: [], isTerminal: true))
    #expect(help.split(separator: "\n").count <= 15 && help.contains("aggregate open --sample"))
    #expect(ShortHelp.text(for: [], isTerminal: false) == nil)
    #expect(ShortHelp.text(for: ["--sample"], isTerminal: true) == nil)
    // Python's terminal, which is not that of the test.
    let script = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn([sys.argv[1]])))"
    let shown = try Program.run(["python3", "-c", script, Program.url.path], executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(shown.status == 0 && shown.out.replacing("\r\n", with: "\n") == help, "\(shown.out)\(shown.error)")
  }

  /// The installed program finds its page beside it.
  @Test func manualIsBesideTheProgram() throws {
    #expect(try Program.run(["version"]).out == Program.run(["--version"]).out)
    let missing = try Program.run(["man"])
    #expect(missing.status == 4 && missing.error.contains("Scripts/manual"), "\(missing.error)")
    let folder = try TemporaryFolder()
    try folder.write(".Dd today\n.Dt AGGREGATE 1\n.Os\n.Sh NAME\n.Nm aggregate\n.Nd reads feeds\n", to: "share/man/man1/aggregate.1")
    try folder.write("", to: "bin/x")
    try FileManager.default.copyItem(at: Program.url, to: folder.url.appendingPathComponent("bin/aggregate"))
    let packed = try Program.run(
      ["gzip", "-n", "share/man/man1/aggregate.1"], directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(packed.status == 0, "\(packed.error)")
    let shown = try Program.run(["man"], executable: folder.url.appendingPathComponent("bin/aggregate"))
    #expect(shown.status == 0 && shown.out.contains("reads feeds"), "\(shown.out)\(shown.error)")
  }

  @Test(arguments: [(["doctor"], "campus-doctor/1"), (["config", "show"], "campus-settings/1"), (["config"], "campus-settings/1")])
  func statesHaveJSON(_ command: [String], _ schema: String) throws {
    let result = try Program.run(command + ["--format", "json"])
    let document = try JSONDocument(parsing: Array(result.out.utf8))
    let found = document.root["schema"]?.string
    #expect(found == schema, "\(result.error)")
  }

  @Test(arguments: [["feeds"], ["adapters"]])
  func listsHaveTextAndJSON(_ command: [String]) throws {
    #expect(try Program.run(command).out.contains("whats-open"))
    let json = try Program.run(command + ["--format", "json"])
    let document = try JSONDocument(parsing: Array(json.out.utf8))
    let schema = document.root["schema"]?.string
    #expect(schema == "campus-\(command[0])/1")
    #expect(try Program.run(command + ["--format", "xml"]).status == 64)
  }

  @Test func schemasArePrinted() throws {
    #expect(try Program.run(["schema"]).out.utf8.elementsEqual(CatalogSchema.bytes))
    #expect(try Program.run(["schema", "registry"]).out.contains("\"corrections\""))
    #expect(try Program.run(["schema", "nothing"]).status == 64)
  }

  @Test(arguments: [
    ("[1, 2]", 0), ("{\"a\":1,\"\\u0061\":2}", 65), ("[1,]", 65), ("\u{FEFF}{}", 0), ("", 65), ("[\"\\uDC00\"]", 65), ("1e400", 65),
  ])
  func checksOneFile(_ text: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "x.json")
    let result = try Program.run(["doctor", "--check-json", path])
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    if status == 65 { #expect(result.error.contains("\(path):1:")) }
  }

  @Test func doctorPasses() throws {
    let result = try Program.run(["doctor"])
    #expect(result.status == 0)
    #expect(result.out.contains("simdjson") && result.out.contains("works"))
    for part in ["libcurl", "SQLite", "zone data"] {
      let row = try #require(result.out.split(separator: "\n").first { $0.hasPrefix(part) })
      #expect(row.contains(/[0-9]{1,4}(\.[0-9]+|[a-z])/), "\(row)")
    }
  }

  /// `doctor` creates nothing.
  @Test func doctorShowsPathsAndCreatesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: ".config/aggregate/config.json")
    chmod(folder.url.appendingPathComponent(".config/aggregate/config.json").path, 0o640)
    let environment = ["HOME": folder.url.path]
    let owner = NSUserName()
    let fresh = try Program.run(["doctor"], environment: environment, directory: folder.url)
    #expect(fresh.status == 0)
    #expect(fresh.out.contains("config.json: mode 0640, owner \(owner), writable"), "\(fresh.out)")
    #expect(fresh.out.contains("aggregate.sqlite: does not exist, can be created"))
    #expect(fresh.out.contains("the first run creates it"))
    #expect(folder.names == [".config"])
    let path = try folder.write("", to: ".local/state/aggregate/aggregate.sqlite")
    #expect(try Program.run(["doctor"], environment: environment, directory: folder.url).out.contains("the first run creates it"))
    #expect(try folder.read(".local/state/aggregate/aggregate.sqlite").isEmpty)
    try FileManager.default.removeItem(atPath: path)
    #expect(
      try Program.run(["--campus", "penn", "--replay", Program.root.appendingPathComponent("Fixtures/sample").path, "--store", path, "-q"])
        .status == 0)
    let used = try Program.run(["doctor"], environment: environment, directory: folder.url)
    #expect(used.out.contains("aggregate.sqlite: mode 0600, owner \(owner), writable"), "\(used.out)")
    try folder.write("no store", to: ".local/state/aggregate/aggregate.sqlite")
    let broken = try Program.run(["doctor"], environment: environment, directory: folder.url)
    #expect(broken.status == 5 && broken.out.contains("(store."), "\(broken.out)")
  }

  /// From the file's first line, or from the file of BSD systems; without either it is unknown.
  @Test func zoneDataVersion() throws {
    let folder = try TemporaryFolder()
    let environment = ["TZDIR": folder.url.path]
    try folder.write("2024a\n", to: "+VERSION")
    #expect(try Program.run(["doctor"], environment: environment).out.contains("2024a in \(folder.url.path)"))
    try folder.write("# version 2031c\n# This\n", to: "tzdata.zi")
    #expect(try Program.run(["doctor"], environment: environment).out.contains("2031c in \(folder.url.path)"))
  }

  @Test func explainsFromEverySource() throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(["--sample", "-q", "-o", "c.json"], directory: folder.url)
    let file = try Program.run(["explain", "penn/dining/593", "name", "--catalog", "c.json"], directory: folder.url)
    #expect(file.status == 0)
    #expect(file.out.contains("\"1920 Commons\""))
    let sample = try Program.run(["explain", "penn/dining/593", "--sample"])
    #expect(sample.out.contains("venues /"), "the location of the record")
    let json = try Program.run(["explain", "penn/dining/593", "location.address", "--sample", "--format", "json"])
    #expect(json.status == 0)
    #expect(json.out.contains(#""field":"location.address""#))
    #expect(sample.out.contains("location.position\n  {\"latitude\":39.952275,\"longitude\":-75.19956}\n  from facts"))
    #expect(sample.out.contains("location.address\n  \"3800 Locust Walk\"\n  from penn/dining/593"))
    let kept = ["--replay", Program.root.appendingPathComponent("Fixtures/sample").path, "--store", "s.sqlite"]
    #expect(try Program.run(kept + ["-q", "-o", "c.json"], directory: folder.url).status == 0)
    // The locations are found in stored replies.
    for past in [[], ["--as-of", "latest"]] {
      let stored = try Program.run(["explain", "penn/dining/593", "--store", "s.sqlite"] + past, directory: folder.url)
      #expect(stored.out == sample.out)
    }
  }

  @Test(arguments: [
    (["explain", "penn/dining/5933", "--sample"], 4, "did you mean penn/dining/593"),
    (["explain", "penn/dining/593", "hour", "--sample"], 4, "did you mean hours"),
    (["explain", "59", "--sample"], 4, "neither the id nor the name"),
    (["explain", "penn/dining/593", "--catalog", "/nonexistent"], 65, "/nonexistent"),
    (["explain", "penn/dining/593", "--store", "/nonexistent/s.sqlite"], 4, "there is no store"),
    (["explain", "penn/dining/593", "--sample", "--store", "s.sqlite"], 64, "--store cannot be used with"),
    (["fedes"], 64, "did you mean feeds?"), (["--campus", "penn", "open"], 64, "aggregate open --campus penn"),
  ])
  func explainErrors(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status)
    #expect(result.error.contains(word), "\(result.error)")
  }

  @Test func malformedCatalogExits65WithLocation() throws {
    let folder = try TemporaryFolder()
    let catalog = try Program.run(["--sample", "-q"]).out.replacingOccurrences(of: #""kind":"quote""#, with: #""kind":"song""#)
    let path = try folder.write(catalog, to: "c.json")
    let result = try Program.run(["explain", "penn/dining/593", "--catalog", path])
    #expect(result.status == 65)
    #expect(result.error.contains("\(path):"))
  }
}
