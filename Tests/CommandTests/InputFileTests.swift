import Foundation
import TestKit
import TestTraits
import Testing

/// Special files and endless input are not read.
@Suite(.waitsForPrograms, .timeLimit(.minutes(15))) struct InputFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// With a memory limit, so that reading without end would fail.
  private func run(_ words: [String], environment: [String: String] = [:], input: String = "/dev/null") throws -> Program.Result {
    try Shell.run(
      #"exec < "$1"; shift; exec timeout 50 "$aggregate" "$@""#, [input] + words, environment: environment, directory: folder.url)
  }

  @Test(arguments: ["pipe", "zero", "random", "folder", "large"]) func recordedReplyMustBeAFile(_ kind: String) throws {
    try FileManager.default.copyItem(
      at: Program.root.appendingPathComponent("Fixtures/sample"), to: folder.url.appendingPathComponent("r"))
    let file = path("r/penn/dining/venues.json")
    try FileManager.default.removeItem(atPath: file)
    switch kind {
    case "pipe": try #require(mkfifo(file, 0o600) == 0)
    case "zero": try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/zero")
    case "random": try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/urandom")
    case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    default:
      // It takes no space on the disk.
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      try #require(truncate(file, 1 << 40) == 0)
    }
    let result = try run(["--replay", "r", "--campus", "penn", "--campus", "gmu"])
    if kind == "folder" {
      // As if the file did not exist: the feed has no recording.
      #expect(result.status == 0 && !result.out.contains(#""id":"penn/dining"#), "\(result.status) \(result.error)")
    } else {
      #expect(result.status == 3 && result.out.contains("gmu/whats-open"), "\(result.status) \(result.error)")
      #expect(result.error.contains(kind == "large" ? "body.too_large" : "recording.unreadable"), "\(result.error)")
    }
  }

  @Test(
    arguments: [
      (["list", "--catalog"], 65), (["diff", "one.json"], 65), (["feeds", "--config"], 78),
      (["doctor", "--check-json"], 65),
    ] as [([String], Int32)])
  func devicesAreNotRead(_ words: [String], _ status: Int32) throws {
    try folder.write(try Program.run(["--sample", "-q"]).out, to: "one.json")
    for device in ["/dev/zero", "/dev/urandom"] {
      let result = try run(words + [device])
      #expect(
        result.status == status && result.error.contains(device) && result.error.contains("device"), "\(result.status) \(result.error)")
      let stdin = try run(words + ["-"], input: device)
      #expect(stdin.status == status && stdin.error.contains("device"), "\(stdin.status) \(stdin.error)")
    }
    // A pipe that ends is an empty file.
    #expect(try run(words + ["/dev/null"]).status == status)
  }

  @Test func pipesAreRead() throws {
    try folder.write(try Program.run(["--sample", "-q"]).out, to: "one.json")
    let result = try Shell.run(
      #""$aggregate" diff one.json <(cat one.json) && "$aggregate" list --catalog <(cat one.json)"#, directory: folder.url)
    #expect(result.status == 0 && result.out.contains("1920 Commons"), "\(result.error)")
  }

  @Test(arguments: ["pipe", "zero"]) func settingsMustBeAFile(_ kind: String) throws {
    try folder.write("", to: ".config/aggregate/.keep")
    let file = path(".config/aggregate/config.json")
    if kind == "pipe" {
      try #require(mkfifo(file, 0o600) == 0)
    } else {
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/zero")
    }
    let result = try run(["--sample"], environment: ["HOME": folder.url.path])
    #expect(result.status == 78 && result.error.contains("not a regular file"), "\(result.status) \(result.error)")
  }

  /// Escape sequences of the command line are not repeated to the terminal.
  @Test(arguments: [
    ["--no-such-\u{1B}[31mthing"], ["list", "--\u{9B}31m"], ["\u{1B}]0;title\u{7}"], ["--sample", "--format", "\u{1B}c"],
    ["list", "--at", "\u{202E}"],
  ])
  func messagesHaveNoControlCharacters(_ words: [String]) throws {
    let result = try Program.run(words)
    #expect(result.status == 64, "\(result.status) \(result.error)")
    #expect(!result.error.isEmpty)
    let isSafe = (result.error + result.out).unicodeScalars.allSatisfy {
      $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}"
    }
    #expect(isSafe, "\(result.error)")
  }
}
