import Foundation
import Synchronization
import Testing

/// Questions to a store that is large enough for an index.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct LargeStoreTests {
  private static let at = "2026-11-21T12:00:00-05:00"

  private let nginx: Nginx
  private let program: LiveProgram

  init() throws {
    nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.many(11_000, "Hall"), at: "a.json")
    try nginx.put(Venues.many(9_001, "Library"), at: "b.json")
    program = try LiveProgram([("a", nginx.url("/a.json")), ("b", nginx.url("/b.json"))])
  }

  private var indexPath: String { program.storePath + ".index" }

  private func ask(_ words: [String]) throws -> Program.Result {
    try Program.run(
      words + ["--at", Self.at, "--config", program.path("registry.json"), "--store", program.storePath], directory: program.folder.url)
  }

  /// The same question to a catalog file of the store, which is answered by a scan.
  private func look(_ words: [String]) throws -> Program.Result {
    try Program.run(words + ["--at", Self.at, "--catalog", "all.json"], directory: program.folder.url)
  }

  @Test func indexMatchesScan() throws {
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    let made = try ask(["open", "--limit", "3"])
    #expect(made.status == 0 && made.error.contains("building the index"), "\(made.error)")
    for words in [
      ["open", "--for", "2h"], ["search", "hall 77"], ["search", "libr", "--open"], ["list", "--sort", "name", "--campus", "b"],
    ] {
      let words = words + ["--limit", "30", "--format", "json"]
      let (indexed, looked) = (try ask(words), try look(words))
      #expect(indexed.out == looked.out, "\(words)")
      #expect(indexed.status == 0 && !indexed.error.contains("index"), "\(words): \(indexed.error)")
    }
    // The hundred that a large store shows, and one that the index cannot find.
    #expect(try ask(["list", "--sort", "name"]).error.contains("19901 more; --limit 200 shows more"))
    #expect(try ask(["search", "libary 17"]).error.contains("instead of \"libary\", did you mean \"library\"?"))
    #expect(try ask(["list", "--building", "nowhere"]).error.contains("no places have the building"))
  }

  @Test func changeShowsWithNextQuestion() throws {
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    #expect(try ask(["search", "library 17", "--limit", "1"]).out.contains("Library 17"))
    try nginx.put(Venues.many(9_001, "Reading Room"), at: "b.json")
    #expect(try program.run("--refresh", "-q", "-o", "all.json").status == 0)
    let changed = try ask(["search", "reading room 17", "--limit", "1"])
    #expect(changed.error.contains("building the index"))
    #expect(changed.out.contains("Reading Room 17"), "\(changed.out)")
    #expect(try ask(["search", "library"]).out.isEmpty)

    // A damaged index is rebuilt; other files are left alone.
    let handle = try FileHandle(forWritingTo: URL(filePath: indexPath))
    try handle.truncate(atOffset: 40_000)
    try handle.close()
    for _ in 0..<2 { #expect(try ask(["search", "reading room 17", "--limit", "1"]).out.contains("Reading Room 17")) }
    try Data("my own notes".utf8).write(to: URL(filePath: indexPath))
    let without = try ask(["search", "reading room 17", "--limit", "1"])
    #expect(without.out.contains("Reading Room 17"))
    #expect(without.error.contains("is not an index"))
    #expect(try String(contentsOfFile: indexPath, encoding: .utf8) == "my own notes")
  }

  // MARK: - Updates

  private static let questions = [
    ["open", "--for", "2h"], ["search", "hall 77"], ["search", "annex"], ["search", "libr", "--open"],
    ["list", "--sort", "name", "--campus", "b"],
  ]

  /// Gives some venues of one feed other names, or hours, and lets the program read it.
  private func change(_ version: Int) throws {
    var text = Venues.many(9_001, "Library")
    for number in [17, 18, 4_000 + version, 5_000 + version, 9_001] {
      text.replace("\"Library \(number)\"", with: "\"Annex \(number) of \(version)\"")
    }
    let hours = #":00","endtime":"2026-11-21T14:30"#
    text.replace("T09:30\(hours)", with: "T09:\(10 + version)\(hours)", maxReplacements: 20)
    try nginx.put(text, at: "b.json")
    #expect(try program.run("--refresh", "-q", "-o", "all.json").status == 0)
  }

  private func expectRight(_ comment: Comment) throws {
    for words in Self.questions {
      let words = words + ["--limit", "30", "--format", "json"]
      let (indexed, looked) = (try ask(words), try look(words))
      #expect(indexed.out == looked.out && indexed.status == 0, "\(comment): \(words): \(indexed.error)")
    }
  }

  @Test func smallChangeUpdatesIndex() throws {
    try change(0)
    #expect(try ask(["open"]).error.contains("building the index"))
    for version in 1...2 {
      try change(version)
      let changed = try ask(["search", "annex", "--limit", "30"])
      #expect(!changed.error.contains("index"), "\(changed.error)")
      #expect(changed.out.contains("Annex 9001 of \(version)"))
      try expectRight("version \(version)")
    }
    #expect(program.folder.names.filter { $0.hasPrefix("store.sqlite.index") } == ["store.sqlite.index"])
  }

  @Test func registryAndCorrectionsInvalidateIndex() throws {
    try change(0)
    #expect(try ask(["open"]).status == 0)
    let registry = try program.folder.read("registry.json")
    let correction = #"{"corrections":[{"id":"b/dining/17","name":"Corrected Annex","because":"a test"}],"#
    try program.folder.write(correction + registry.dropFirst(), to: "registry.json")
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    let corrected = try ask(["search", "corrected annex"])
    #expect(!corrected.error.contains("index") && corrected.out.contains("Corrected Annex"), "\(corrected.error)\(corrected.out)")
    try expectRight("corrected")
    try program.folder.write(registry, to: "registry.json")
    #expect(try program.run("-q", "-o", "all.json").status == 0)
    try expectRight("not corrected any more")
  }

  @Test func indexSurvivesKillsAtAnyMoment() throws {
    try change(0)
    #expect(try ask(["open"]).status == 0)
    let words = ["open", "--limit", "1", "--at", Self.at, "--config", program.path("registry.json"), "--store", program.storePath]
    for version in 1...8 {
      try change(version)
      // The first ones are killed while they build the index, the others while they update it.
      if version <= 2 { try FileManager.default.removeItem(atPath: indexPath) }
      let seconds = version <= 2 ? Double.random(in: 0.5...3) : Double.random(in: 0.05...0.6)
      _ = try Program.run(
        ["-s", "KILL", "\(seconds)", Program.url.path] + words, directory: program.folder.url,
        executable: URL(filePath: "/usr/bin/timeout"))
      try expectRight("version \(version), killed after \(seconds) s")
    }
  }

  @Test func concurrentQuestionsAgree() throws {
    try change(0)
    for version in 1...3 {
      // The first time, all of them try to build the index.
      try change(version)
      let words = ["search", "annex", "--limit", "30", "--format", "json"]
      let right = try look(words).out
      let results = Mutex<[Program.Result]>([])
      nonisolated(unsafe) let suite = self
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        guard let result = try? suite.ask(words) else { return }
        results.withLock { $0.append(result) }
      }
      let ended = results.withLock { $0 }
      #expect(ended.count == 4 && ended.allSatisfy { $0.status == 0 && $0.out == right }, "version \(version): \(ended.map(\.error))")
    }
  }

  @Test func damagedBytesNeverGiveWrongAnswers() throws {
    try change(0)
    #expect(try ask(["open"]).status == 0)
    let sound = try Data(contentsOf: URL(filePath: indexPath))
    for turn in 0..<8 {
      var bytes = sound
      for _ in 0..<(turn % 2 == 0 ? 1 : 200) { bytes[Int.random(in: 100..<bytes.count)] ^= 1 << UInt8.random(in: 0...7) }
      try bytes.write(to: URL(filePath: indexPath))
      try expectRight("turn \(turn)")
    }
  }

  private static let canMount =
    (try? Program.run(["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], executable: URL(filePath: "/usr/bin/unshare")).status) == 0

  @Test(.enabled(if: canMount)) func fullOrReadOnlyDiskDoesNotPreventAnswers() throws {
    try change(0)
    let words = ["search", "annex", "--limit", "30", "--format", "json", "--at", Self.at, "--config", program.path("registry.json")]
    let right = try look(["search", "annex", "--limit", "30", "--format", "json"]).out
    let size = try #require(try FileManager.default.attributesOfItem(atPath: program.storePath)[.size] as? Int)
    for options in ["size=\(size + 300_000)", "size=\(size + 1_500_000)", "ro"] {
      let script = """
        mount -t tmpfs -o \(options == "ro" ? "size=1g" : options) tmpfs "$1" && cp "$2" "$1/store.sqlite" || exit 9
        case \(options) in ro) mount -o remount,ro "$1";; esac
        store="$1/store.sqlite"; shift 2
        "$@" --store "$store"
        """
      let place = program.path("mount")
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let result = try Program.run(
        ["-rm", "sh", "-c", script, "sh", place, program.storePath, Program.url.path] + words, directory: program.folder.url,
        executable: URL(filePath: "/usr/bin/unshare"))
      #expect(result.status == 0 && result.out == right, "\(options): \(result.error)")
    }
  }
}
