import Foundation
import TestKit
import TestTraits
import Testing

/// Registry files that name programs: which files these may be, and whether they are run.
@Suite(.waitsForPrograms) struct ProgramTrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    try folder.write("{}", to: "replay/town/food/list.json")
    try program("exit 7")
    try registry(#"["./town/feed.sh"]"#)
  }

  /// Writes a program with a recognizable exit code.
  private func program(_ text: String, to path: String = "stall/town/feed.sh") throws {
    chmod(try folder.write("#!/bin/sh\n\(text)\n", to: path), 0o755)
  }

  private func registry(_ command: String, addresses: String = "https://town.example/food.json", more: String = "") throws {
    try folder.write(
      """
      {"campuses": [{"id": "town", "name": "Town", "timeZone": "UTC"}],
       "feeds": [{"id": "town/food", "adapter": "exec", "command": \(command), "addresses": {"list": "\(addresses)"}\(more)}]}
      """, to: "stall/registry.json")
  }

  private var path: String { folder.path("stall/registry.json") }

  private func run(_ words: String..., home: String = "home") throws -> Program.Result {
    try Program.run(words, environment: folder.trust.merging(["HOME": folder.path(home)]) { $1 })
  }

  private func collect() throws -> Program.Result { try run("--config", path, "--campus", "town", "--replay", folder.path("replay")) }

  private func trust() throws { #expect(try run("config", "trust", path).status == 0) }

  /// Whether the program was started: it ends with another code than 0, or could not be confined.
  private func isRun() throws -> Bool {
    let result = try collect()
    #expect(result.status == 4)
    let wasStarted = ["plugin.exit", "plugin.unconfined"].contains { result.error.contains($0) }
    #expect(wasStarted != result.error.contains("disabled (plugin.untrusted)"), "\(result.error)")
    return wasStarted
  }

  @Test func aProgramRunsOnlyIfItsFilesAreTrustedAsTheyAre() throws {
    try registry(#"["./town/feed.sh", "./town"]"#)
    #expect(try !isRun())
    try trust()
    #expect(try isRun())
    // The program, a file in a folder of the command, and the registry file.
    let changes: [() throws -> Void] = [
      { try program("exit 8") }, { try folder.write("", to: "stall/town/new/file") },
      { try registry(#"["./town/feed.sh", "./town", "-v"]"#) },
    ]
    for change in changes {
      try change()
      let refused = try collect()
      #expect(refused.error.contains("has changed since it was trusted") && refused.error.contains("aggregate config trust \(path)"))
      #expect(try !isRun())
      try trust()
      #expect(try isRun())
    }
    #expect(try run("config", "trust", "--revoke", path).error.contains("is no longer trusted"))
    #expect(try !isRun())
  }

  private static let canRun: Bool = (try? Program.run(["doctor"]).out.contains("cannot run here")) == false

  /// What a program reads is what was trusted: not a file beside it, unless the command names the file or its folder.
  @Test(
    .enabled(if: canRun, "programs cannot be confined here"),
    arguments: [("", false), ("./town", true), ("./link", true), ("./town/helper.py", true)])
  func aProgramReadsOnlyWhatItsCommandNames(_ argument: String, _ isNamed: Bool) throws {
    try folder.write("exit(5)\n", to: "stall/town/helper.py")
    chmod(try folder.write("#!/usr/bin/python3\nimport helper\n", to: "stall/town/feed.sh"), 0o755)
    try FileManager.default.createSymbolicLink(atPath: folder.path("stall/link"), withDestinationPath: "town")
    try registry(#"["./town/feed.sh"\#(argument.isEmpty ? "" : #", "\#(argument)""#)]"#)
    try trust()
    #expect(try collect().error.contains("exited with code 5") == isNamed)
    #expect(try collect().error.contains("No module named 'helper'") != isNamed)
    try folder.write("exit(6)\n", to: "stall/town/helper.py")
    #expect(try collect().error.contains("disabled (plugin.untrusted)") == isNamed)
  }

  /// The files of a stranger are not read, and others only up to a limit.
  @Test(arguments: ["./town/large", "./town"]) func largeFilesDelayNothing(_ argument: String) throws {
    try registry(#"["./town/feed.sh", "\#(argument)"]"#)
    try folder.write("", to: "stall/town/large")
    try trust()
    // A file without blocks, which would take minutes.
    #expect(truncate(folder.path("stall/town/large"), 1 << 40) == 0)
    for result in [try collect(), try run("config", "trust", path)] {
      #expect(result.status != 0 && result.error.contains("more than 64 MiB with \(folder.path("stall/town/large"))"), "\(result.error)")
    }
    #expect(try !isRun())
    #expect(try run("config", "trust", "--revoke", path).status == 0)
    #expect(try collect().error.contains("names programs and is not trusted"))
  }

  /// Trust is for a place, because a program reads files beside the registry file.
  @Test func aCopyIsNotTrusted() throws {
    try trust()
    try FileManager.default.copyItem(atPath: folder.path("stall"), toPath: folder.path("copy"))
    let copied = try run("--config", folder.path("copy/registry.json"), "--campus", "town", "--replay", folder.path("replay"))
    #expect(copied.error.contains("disabled (plugin.untrusted)") && copied.error.contains("is not trusted"), "\(copied.error)")
  }

  @Test func everythingThatRunsAProgramIsRefused() throws {
    #expect(try run("config", "add-registry", path).error.contains("is not trusted, so some of its feeds are not read"))
    let questions = [
      ["feeds", "check", "--feed", "town/food"], ["--campus", "town"], ["watch", "--once", "--feed", "town/food"],
      ["watch", "--replay", folder.path("replay"), "--feed", "town/food"], ["explain", "town/food/1", "--replay", folder.path("replay")],
    ]
    func started() throws -> [Bool] {
      try questions.map { words in
        let result = try Program.run(words, environment: folder.trust.merging(["HOME": folder.path("home")]) { $1 })
        return ["plugin.exit", "plugin.unconfined"].contains { (result.out + result.error).contains($0) }
      }
    }
    #expect(try started() == questions.map { _ in false })
    #expect(try run("doctor").out.contains("not trusted, so some of its feeds are not read: \(path)"))
    // The same commands run it once it is trusted.
    try trust()
    #expect(try started() == questions.map { _ in true })
  }

  /// The example in Python, which delivers places, so that its start can be seen in every output.
  @Test(.enabled(if: canRun && Nginx.canStart, "there is no nginx, or programs cannot be confined here"))
  func listsAndStoredRepliesRunNoProgramsEither() throws {
    let example = Program.root.appendingPathComponent("Docs/examples/python")
    func text(_ name: String) throws -> String { try String(contentsOf: example.appendingPathComponent(name), encoding: .utf8) }
    chmod(try folder.write(try text("town.py"), to: "stall/town/feed.sh"), 0o755)
    try folder.write(try text("list.json"), to: "replay/town/food/list.json")
    let nginx = try Nginx([Nginx.server(0, "location / { try_files /list.json =404; }")])
    try nginx.put(try text("list.json"), at: "list.json")
    try registry(#"["./town/feed.sh"]"#, addresses: nginx.url("/list.json", 0))
    let store = ["--config", path, "--store", folder.path("store.sqlite")]
    func run(_ words: [String]) throws -> Program.Result { try Program.run(words, environment: folder.trust) }
    let questions = [
      ["list", "--config", path, "--campus", "town", "--replay", folder.path("replay")], ["snapshots", "replay"] + store,
    ]
    try trust()
    #expect(try run(["--feed", "town/food", "--allow-private"] + store).status == 0)
    for words in questions { #expect(try run(words).status == 0, "\(words)") }
    #expect(try run(questions[0]).out.contains("Soup Corner"))
    #expect(try run(["config", "trust", "--revoke", path]).status == 0)
    for words in questions { #expect(try run(words).status != 0, "\(words)") }
    #expect(try run(questions[1]).out.contains("plugin.untrusted"))
  }

  @Test func aRecordedCaseRunsNoPrograms() throws {
    try folder.write(try folder.read("stall/registry.json"), to: "case/registry.json")
    try program("exit 7", to: "case/town/feed.sh")
    try folder.write(#"{"about": "a stranger's", "at": "2026-11-23T12:00:00Z"}"#, to: "case/case.json")
    try folder.write("{}", to: "case/town/food/list.json")
    try folder.write(#"{"records": "", "id": "/id", "name": "/name"}"#, to: "mapping.json")
    let tested = try run("adapters", "test", folder.path("mapping.json"), "--case", folder.path("case"))
    #expect(tested.out.contains("there was no expected.ndjson"), "\(tested)")
    #expect(try folder.read("case/expected.ndjson").contains(#""outcome":"disabled","reason":"plugin.untrusted""#))
  }

  /// A program named on the command line is thereby trusted.
  @Test func aProgramOnTheCommandLineRuns() throws {
    let tried = try run("adapters", "try", folder.path("stall/town/feed.sh"), "--from", folder.path("replay/town/food/list.json"))
    #expect(tried.error.contains("plugin.exit") || tried.error.contains("plugin.unconfined"), "\(tried.error)")
  }

  @Test func whatItRunsIsShown() throws {
    try registry(#"["./town/feed.sh", "-v", "two words\u001b[2J"]"#, more: #", "environment": ["LANG", "TOKEN"]"#)
    let shown = try run("feeds", "show", "town/food", "--config", path)
    for result in [try run("config", "add-registry", path).error, try run("config", "trust", path).error, shown.out] {
      for text in [
        "./town/feed.sh -v 'two words\u{FFFD}[2J'", folder.path("stall/town/feed.sh"), "LANG, TOKEN", "https://town.example", "town/food",
      ] {
        #expect(result.contains(text), "\(result)")
      }
    }
    #expect(shown.out.contains("no; to trust it, run: aggregate config trust \(path)"))
    let json = try run("feeds", "show", "town/food", "--json").out
    #expect(json.contains(#""environment":["LANG","TOKEN"],"trusted":true"#), "\(json)")
  }

  @Test func aRegistryFileWithoutProgramsNeedsNoTrust() throws {
    try folder.write("{}", to: "stall/registry.json")
    #expect(try run("config", "trust", path).error.contains("names no programs"))
  }

  /// It is read where it is in the settings: files after it may refer to its campuses.
  @Test func anotherFileMayDependOnIt() throws {
    try folder.write(#"{"feeds": [{"id": "town/food", "cadence": "PT1H"}]}"#, to: "later.json")
    for file in [path, folder.path("later.json")] { #expect(try run("config", "add-registry", file).status == 0) }
    try trust()
    #expect(try run("feeds", "show", "town/food", "--json").out.contains(#""trusted":true"#))
  }

  /// The old trust is forgotten only after the new one is stored, and the message says what was changed.
  @Test func trustThatCannotBeStoredIsReported() throws {
    #expect(try run("config", "add-registry", path).status == 0)
    try trust()
    func fingerprints() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("state/aggregate/trusted")).sorted()
    }
    for verb in ["disable", "enable"] { #expect(try run("feeds", verb, "town/food").status == 0) }
    // The next change has a known fingerprint; a folder of this name cannot be replaced by a file.
    let enabled = try fingerprints()
    #expect(try run("feeds", "disable", "town/food").status == 0)
    let disabled = try fingerprints()
    #expect(enabled.count == 1 && disabled.count == 1 && enabled != disabled)
    try FileManager.default.createDirectory(
      atPath: folder.path("state/aggregate/trusted/\(enabled[0])/x"), withIntermediateDirectories: true)
    let failed = try run("feeds", "enable", "town/food")
    #expect(failed.status != 0)
    for text in ["\(path) was changed, but its programs are no longer trusted", "aggregate config trust \(path)"] {
      #expect(failed.error.contains(text), "\(failed.error)")
    }
    #expect(!failed.error.contains("nothing was changed"))
    #expect(try fingerprints() == (enabled + disabled).sorted())
  }

  @Test func theUsersOwnChangesKeepTheTrust() throws {
    #expect(try run("config", "add-registry", path).status == 0)
    try trust()
    for verb in ["disable", "enable"] { #expect(try run("feeds", verb, "town/food").status == 0) }
    #expect(try isRun())
    // A file that is not trusted stays so.
    #expect(try run("config", "trust", "--revoke", path).status == 0)
    for verb in ["disable", "enable"] { #expect(try run("feeds", verb, "town/food").status == 0) }
    #expect(try !isRun())
  }

  /// `script` gives the program a terminal.
  private func answer(_ answer: String, _ arguments: String) throws -> Program.Result {
    try folder.write(answer, to: "answers")
    return try Program.run(
      ["-c", #"script -qec "$0" /dev/null <answers"#, "'\(Program.url.path)' \(arguments)"],
      environment: folder.trust.merging(["HOME": folder.path("home")]) { $1 }, directory: folder.url,
      executable: URL(fileURLWithPath: "/bin/sh"))
  }

  @Test func aTerminalAsks() throws {
    let arguments = "--config stall/registry.json --campus town --replay replay"
    let no = try answer("n\n", arguments)
    for text in ["command ", "servers ", "environment ", "Trust this program? (y/n) [n]", "disabled (plugin.untrusted)"] {
      #expect(no.out.contains(text), "\(no.out)")
    }
    let yes = try answer("y\n", arguments)
    #expect(!yes.out.contains("plugin.untrusted"), "\(yes.out)")
    let again = try answer("", arguments)
    #expect(!again.out.contains("Trust this program?"), "\(again.out)")
  }

  @Test(arguments: [
    (#"["./town/feed.sh", "../key"]"#, #""../key" is outside"#), (#"["../other.sh"]"#, #""../other.sh" is outside"#),
    (#"["./town/feed.sh", "./link"]"#, "a link to "), (#"["./town/feed.sh", "./town/../../key"]"#, "is outside"),
    (#"["./linked/x.sh"]"#, "a link to "), (#"["./town/feed.sh", "./loose"]"#, "a link to "),
    (#"["/usr/bin/python3", "./town"]"#, "is outside"), (#"["./town/feed.sh", ".."]"#, #"".." is outside"#),
    (#"["./town/feed.sh", "/etc/hostname"]"#, "is outside"),
  ]) func allFilesAreInTheFolderOfTheRegistryFile(_ command: String, _ message: String) throws {
    try folder.write("secret", to: "key")
    try program("exit 7", to: "other.sh")
    try program("exit 7", to: "outside/x.sh")
    for (link, target) in [("stall/link", "key"), ("stall/linked", "outside")] { symlink(folder.path(target), folder.path(link)) }
    try folder.write("", to: "stall/loose/file")
    symlink(folder.path("key"), folder.path("stall/loose/link"))
    try registry(command)
    for words in [["feeds", "--config", path], ["config", "trust", path], ["config", "add-registry", path]] {
      let result = try Program.run(words, environment: folder.trust)
      #expect(result.status == 78 && result.error.contains("registry.json:2:") && result.error.contains(message), "\(result)")
    }
  }

  @Test func linksInsideTheFolderAreFollowed() throws {
    symlink(folder.path("stall/town/feed.sh"), folder.path("stall/link.sh"))
    try registry(#"["./link.sh"]"#)
    try trust()
    #expect(try isRun())
    try program("exit 8")
    #expect(try !isRun())
  }

  @Test func aHomeFolderIsNotNamed() throws {
    try registry(#"["./town/feed.sh", "."]"#)
    let refused = try run("feeds", "--config", path, home: "stall")
    #expect(refused.status == 78 && refused.error.contains("is or contains a home folder"), "\(refused.error)")
  }

  /// Programs without a slash are system programs, regardless of PATH.
  @Test func interpretersAreOfTheSystem() throws {
    try program("exit 9", to: "shims/sh")
    try program("exit 9", to: "shims/own-python")
    let variables = ["PATH": "\(folder.path("shims")):/usr/bin:/bin"].merging(folder.trust) { $1 }
    try registry(#"["sh", "-c", "exit 7"]"#)
    let shown = try Program.run(["feeds", "show", "town/food", "--config", path], environment: variables)
    #expect(shown.out.contains(" /usr/bin/sh\n") || shown.out.contains(" /bin/sh\n"), "\(shown.out)")
    try registry(#"["own-python", "./town/feed.sh"]"#)
    let words = ["--config", path, "--campus", "town", "--replay", folder.path("replay")]
    let missing = try Program.run(words, environment: variables)
    for text in ["plugin.spawn", #"there is no program "own-python" in /usr/local/bin"#] {
      #expect(missing.error.contains(text), "\(missing)")
    }
  }
}
