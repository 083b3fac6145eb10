import Foundation
import Testing

/// The example in the guide matches Libraries/, which is compiled and meets the contract.
@Suite struct AdapterGuideTests {
  @Test(arguments: ["LibrariesAdapter.swift", "LibrariesTests.swift"])
  func guideExampleMatchesCompiledCode(_ file: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: tests.appending(path: "Libraries/\(file)"), encoding: .utf8)
    let guide = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/reference/swift-adapters.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let shown = code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(text.contains(shown))
  }
}
