import Foundation
import TestKit
import TestTraits
import Testing

@testable import Commands

/// Tables on narrow terminals.
@Suite(.waitsForPrograms) struct NarrowTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [15, 20, 25, 30, 40, 60])
  func noLineIsWiderThanTheTerminal(_ columns: Int) throws {
    let commands = [
      ["list"], ["open"], ["near", "38.83,-77.307"], ["search", "cafe"], ["list", "--near", "38.83,-77.307"], ["events"], ["alerts"],
    ]
    for command in commands {
      let result = try Program.run(command + ["--sample"], environment: ["COLUMNS": "\(columns)"])
      #expect(result.status == 0)
      // Descriptions of alerts are wrapped between words.
      let lines = result.out.split(separator: "\n").filter { command != ["alerts"] || !$0.hasPrefix("  ") }
      #expect(!lines.isEmpty && lines.allSatisfy { DisplayWidth.of(String($0)) <= columns }, "\(command): \(lines)")
    }
  }
}
