import Foundation
import TestKit
import TestTraits
import Testing

/// Output on terminals.
@Suite(.waitsForPrograms) struct TerminalTests {
  private func table(_ width: Int?, _ arguments: [String]) throws -> [String] {
    let result = try Program.run(arguments + ["--sample"], environment: width.map { ["COLUMNS": "\($0)"] } ?? [:])
    #expect(result.status == 0, "\(result.error)")
    return result.out.split(separator: "\n").map(String.init)
  }

  @Test func eightyColumns() throws {
    for arguments in [["list"], ["open"], ["near", "38.83,-77.307"], ["search", "cafe"], ["list", "--near", "38.83,-77.307"]] {
      let lines = try table(80, arguments)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(arguments)")
      #expect(["NAME", "HOURS", "ID"].allSatisfy(lines[0].contains), "\(lines[0])")
      // Every id is whole.
      let ids = try table(nil, arguments).dropFirst().compactMap { $0.split(separator: " ").last }
      let text = lines.joined(separator: "\n") + "\n"
      #expect(ids.allSatisfy { text.contains(" \($0)\n") }, "\(text)")
    }
    let row = try #require(try table(80, ["open", "--campus", "gmu"]).first { $0.hasSuffix("gmu/whats-open/town-square-coffee") })
    #expect(row.contains("Town Square Coffee") && row.contains("Open until 9 PM"))
    #expect(try table(80, ["list"])[0].contains("CAMPUS"))
    #expect(try table(80, ["list", "--campus", "penn"])[0].contains("STATE"))
    for arguments in [["events"], ["alerts"], ["quotes"], ["favorites"], ["show", "gmu/whats-open/alert-31"], ["show", "ike's"]] {
      #expect(try table(80, arguments).allSatisfy { $0.count <= 80 || !$0.contains(" ") || $0.contains("https://") }, "\(arguments)")
    }
  }

  @Test func twoHundredColumns() throws {
    let lines = try table(200, ["near", "38.83,-77.307"])
    #expect(lines.allSatisfy { $0.count <= 200 })
    #expect(["NAME", "DISTANCE", "STATE", "HOURS", "BUILDING", "CATEGORY", "ADDRESS", "ID"].allSatisfy(lines[0].contains), "\(lines[0])")
    #expect(lines[1].contains("Johnson Center") && lines[1].contains("market") && lines[1].contains("4477 Aquia Creek Ln"))
  }

  @Test func pipesAreNotCut() throws {
    #expect(try table(nil, ["list"]).contains { $0.contains("gmu/whats-open/recreation-and-athletic-complex-rac") })
    #expect(try !table(nil, ["list"]).joined().contains("…"))
  }

  /// A terminal of this width, by Python.
  private func terminal(_ width: Int, _ environment: [String: String], _ arguments: String...) throws -> String {
    let script = """
      import fcntl, os, pty, struct, sys, termios
      isReady, ready = os.pipe()
      child, terminal = pty.fork()
      if child == 0:
          os.read(isReady, 1)
          os.execv(sys.argv[2], sys.argv[2:])
      fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
      os.write(ready, b"x")
      try:
          while True:
              data = os.read(terminal, 65536)
              if not data: break
              sys.stdout.buffer.write(data)
      except OSError:
          pass
      """
    let result = try Program.run(
      ["python3", "-c", script, "\(width)", Program.url.path] + arguments, environment: environment.merging(["TERM": "xterm"]) { $0 + $1 },
      executable: URL(fileURLWithPath: "/usr/bin/env"))
    return result.out.replacingOccurrences(of: "\r", with: "")
  }

  @Test func colorsAreOnlyUsedOnTerminals() throws {
    let colors = try terminal(60, [:], "list", "--sample")
    #expect(colors.contains("\u{1B}[32mOpen until 4:30 PM\u{1B}[0m") && colors.contains("\u{1B}[31mOpens 6 PM\u{1B}[0m"), "\(colors)")
    #expect(colors.contains("\u{1B}[33mHours unknown today\u{1B}[0m"))
    let plain = try terminal(60, ["NO_COLOR": "1"], "list", "--sample")
    #expect(!plain.contains("\u{1B}") && plain.contains(" Open until "))
    let lines = plain.split(separator: "\n").filter { !$0.contains("built-in sample") && !$0.contains("times are local") }
    // A title and 31 places, whose names may be wrapped.
    #expect(lines.count >= 32 && lines.allSatisfy { $0.count <= 60 }, "\(plain)")
    #expect(try !terminal(200, [:], "list", "--sample", "--format", "json").contains("\u{1B}"))
    #expect(try !Program.run(["list", "--sample"]).out.contains("\u{1B}"))
  }

  @Test func changesHaveColorsOnTerminals() throws {
    let folder = try TemporaryFolder()
    let sample = try Program.run(["--sample", "-q"]).out
    try folder.write(sample, to: "old.json")
    try folder.write(sample.replacing(#""category":"gym""#, with: #""category":"library""#), to: "new.json")
    let files = ["old.json", "new.json"].map { folder.url.appendingPathComponent($0).path }
    let colors = try terminal(50, [:], "diff", files[0], files[1])
    #expect(colors.contains("\u{1B}[33mSUSPICIOUS\u{1B}[0m category library"), "\(colors)")
    let plain = try terminal(70, ["NO_COLOR": "1"], "diff", files[0], files[1])
    // Paths are not wrapped.
    let lines = plain.split(separator: "\n").filter { !$0.contains(folder.url.path) }
    #expect(!plain.contains("\u{1B}") && lines.allSatisfy { $0.count <= 70 }, "\(plain)")
  }

  @Test func wideNamesKeepColumnsAligned() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Venues.reply("北京大学中央食堂餐厅和咖啡馆二号楼", "👩‍🍳 Kitchen", "Cafe\\u0301 Ole\\u0301", "\\u001b[31mred\\u0007", "plain"),
      to: "r/penn/dining/venues.json")
    let result = try Program.run(
      ["list", "--replay", "r", "--sort", "name", "--at", "2026-11-21T12:00-05:00"], environment: ["COLUMNS": "70"], directory: folder.url)
    #expect(!result.out.contains("\u{1B}") && !result.out.contains("\u{7}"))
    #expect(
      result.out == """
        NAME                                HOURS                   ADDRESS
        [31mred                             Open until Sat 2:30 PM  4 Main St
        Cafe\u{301} Ole\u{301}                            Open until Sat 2:30 PM  3 Main St
        👩‍🍳 Kitchen                          Open until Sat 2:30 PM  2 Main St
        plain                               Open until Sat 2:30 PM  5 Main St
        北京大学中央食堂餐厅和咖啡馆二号楼  Open until Sat 2:30 PM  1 Main St

        """, "\(result.out)\(result.error)")
  }
}
