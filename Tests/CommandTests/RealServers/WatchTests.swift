import Foundation
import TestKit
import TestTraits
import Testing

/// `watch`: rounds report the changes since the last one, even if others read the feeds in the meantime.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct WatchTests {
  private let nginx: Nginx
  private let program: LiveProgram

  init() throws {
    nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House", "Falk"), at: "a.json")
    program = try LiveProgram([("a", nginx.url("/a.json"))])
  }

  /// One round that also polls feeds that are not due.
  private func round(_ words: String...) throws -> Program.Result {
    try Program.run(
      ["watch", "--once", "-q", "--refresh", "--allow-private", "--config", program.path("registry.json"), "--store", program.storePath]
        + words, directory: program.folder.url)
  }

  @Test func roundsReportChanges() throws {
    #expect(try round().out.isEmpty, "the first round reports nothing")
    #expect(try round().out.isEmpty, "nothing has changed")
    try nginx.put(Venues.reply("Hill House", "Falk Kosher"), at: "a.json")
    let told = try round()
    #expect(told.status == 0)
    #expect(told.out.contains("renamed from “Falk” to “Falk Kosher”"), "\(told.out)")
    #expect(try round().out.isEmpty, "told once")
    // Another program has read the feed in the meantime.
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    #expect(try program.run("--refresh").status == 0)
    #expect(try round().out.contains("BREAKING is gone"))
  }

  /// Entries removed while the feed could not be read are reported when it can.
  @Test func removalDuringFailureIsReported() throws {
    #expect(try round().status == 0)
    try nginx.put("{", at: "a.json")
    let failed = try round()
    #expect(failed.status == 3)
    #expect(failed.out.contains("stale in the new catalog"))
    #expect(!failed.out.contains("gone"))
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    #expect(try round("--accept", "a/dining").out.contains("BREAKING is gone"))
  }

  /// Old runs are removed from the store, but not the last one reported.
  @Test func pruningLosesNoChanges() throws {
    #expect(try round().status == 0)
    try nginx.put(Venues.reply("Hill House", "Falk Kosher"), at: "a.json")
    #expect(try program.run("--refresh").status == 0)
    #expect(try Program.run(["snapshots", "prune", "--keep", "0d", "--store", program.storePath]).status == 0)
    #expect(try round().out.contains("renamed from “Falk” to “Falk Kosher”"))
  }

  @Test func filesAndHooks() throws {
    let words = ["--format", "json", "-o", program.path("changes.ndjson"), "--exec", "tee \(program.path("hook.json"))"]
    func round() throws -> Program.Result {
      try Program.run(
        ["watch", "--once", "-q", "--refresh", "--allow-private", "--config", program.path("registry.json"), "--store", program.storePath]
          + words, directory: program.folder.url)
    }
    #expect(try round().status == 0)
    for name in ["B", "Cc"] {
      try nginx.put(Venues.reply("Hill House", name), at: "a.json")
      #expect(try round().status == 0)
    }
    let lines = try program.folder.read("changes.ndjson").split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    #expect(try program.folder.read("hook.json").contains("renamed from “B” to “Cc”"))
  }

  /// Changes are not lost if the program fails or does not read them.
  @Test func hooksThatFail() throws {
    #expect(try round("--exec", "false").status == 0)
    try nginx.put(Venues.many(400, "Place"), at: "a.json")
    #expect(try round("--exec", "false", "--accept", "a/dining").status == 5)
    #expect(try round("--exec", "false").status == 5, "told again")
    #expect(try round("--exec", "true").status == 0)
    try nginx.put(Venues.many(399, "Other"), at: "a.json")
    #expect(try round("--exec", "true", "--accept", "a/dining").status == 0, "its input is larger than a pipe, and is not read")
    #expect(try round("--exec", "/none/such").status == 64)
  }

  /// The program for texts runs once when a feed fails and once when it works again, and not for the polls in between.
  @Test func textsForMail() throws {
    try program.folder.write(
      """
      #!/bin/sh
      number=$(($(ls "$1" | wc -l) + 1))
      { echo "$#|$2|$3"; cat; } >"$1/$number"
      """, to: "mail")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path("mail"))
    try FileManager.default.createDirectory(atPath: program.path("sent"), withIntermediateDirectories: false)
    func sent() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: program.path("sent")).sorted().map { try program.folder.read("sent/\($0)") }
    }
    func poll(_ reply: String, status: Int32) throws {
      try nginx.put(reply, at: "a.json")
      let result = try round("--exec-text", "\(program.path("mail")) \(program.path("sent")) {subject} --about={subject}")
      #expect(result.status == status, "\(result.error)")
    }
    let good = Venues.reply("Hill House", "Falk")
    try poll(good, status: 0)
    try poll(good, status: 0)
    #expect(try sent().isEmpty, "nothing has changed")
    for _ in 1...3 { try poll("{", status: 3) }
    for _ in 1...2 { try poll(good, status: 0) }
    try poll("{", status: 3)
    try poll(Venues.reply("Hill House", "Falk Kosher"), status: 0)
    let messages = try sent().map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    let failed = "The feed a/dining is stale in the new catalog (json.syntax)"
    let works = "The feed a/dining works again"
    #expect(messages.count == 4, "\(messages)")
    for (message, expected) in zip(messages, [failed, works, failed, works]) {
      let words = message[0].split(separator: "|")
      #expect(words.count == 3 && words[0] == "3" && words[1].hasPrefix(expected), "\(message[0])")
      #expect(words[2] == "--about=" + words[1], "the line is one argument, also as a part of one")
      #expect(message[1].hasPrefix("Changes from ") && message.contains { $0.hasPrefix("  a/dining: ") }, "\(message)")
    }
    #expect(messages[3][0].contains("; 1 entry changed (routine)|"), "\(messages[3][0])")
    #expect(messages[3].contains("    renamed from “Falk” to “Falk Kosher”"), "\(messages[3])")
  }

  @Test func atomFileGrows() throws {
    let words = ["--format", "atom", "-o", program.path("changes.atom")]
    func round() throws -> Program.Result { try self.round(words[0], words[1], words[2], words[3]) }
    #expect(try round().status == 0)
    for name in ["B", "Cc"] {
      try nginx.put(Venues.reply("Hill House", name), at: "a.json")
      #expect(try round().status == 0)
    }
    let feed = try program.folder.read("changes.atom")
    #expect(feed.components(separatedBy: "<entry>").count == 3)
    #expect(XMLCheck.isWellFormed(feed))
    try program.folder.write("mine", to: "changes.atom")
    try nginx.put(Venues.reply("Hill House", "Ddd"), at: "a.json")
    #expect(try round().status == 5)
    #expect(try program.folder.read("changes.atom") == "mine")
  }

  @Test(arguments: [SIGTERM, SIGINT]) func signalsStopWatch(_ number: Int32) throws {
    let process = Process()
    process.executableURL = Program.url
    process.arguments = [
      "watch", "--every", "1h", "--allow-private", "--config", program.path("registry.json"), "--store", program.storePath,
    ]
    process.environment = ["HOME": program.folder.url.path, "PATH": "/usr/bin:/bin"].merging(
      ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }
    ) { $1 }
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    // It has printed the time of the next round.
    var told = ""
    while !told.contains("next round at") {
      let piece = pipe.fileHandleForReading.availableData
      if piece.isEmpty { break }
      told += String(decoding: piece, as: UTF8.self)
    }
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(try round().status == 0, "the store is in order")
  }

  @Test func wrongOptions() throws {
    #expect(try round("--every", "soon").status == 64)
    #expect(try round("--exec", "true", "--exec-text", "true").status == 64)
    #expect(try round("--exec-text", " ").status == 64)
    #expect(try round("--exec-text", "/none/such {subject}").error.contains("--exec-text /none/such {subject}: /none/such was not found"))
    #expect(try round("--format", "xml").status == 64)
    #expect(try round("--no-store").status == 64)
    #expect(try round("--sample").status == 64)
  }
}

/// Whether a text is XML, according to an independent parser.
enum XMLCheck {
  static func isWellFormed(_ text: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)"]
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    guard (try? process.start()) != nil else { return false }
    input.fileHandleForWriting.write(Data(text.utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
