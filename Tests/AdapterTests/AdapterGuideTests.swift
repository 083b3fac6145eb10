import Foundation
import Testing

/// The example of the guide is in Libraries/, where it is compiled and keeps the contract.
@Suite struct AdapterGuideTests {
  @Test(arguments: ["LibrariesManifest.swift", "LibrariesAdapter.swift", "LibrariesTests.swift"])
  func theGuideShowsWhatIsCompiled(_ file: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: tests.appending(path: "Libraries/\(file)"), encoding: .utf8)
    let guide = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/write-an-adapter.md")
    // There the adapter is a module of its own.
    let text = try String(contentsOf: guide, encoding: .utf8).replacing("    import LibrariesAdapter\n", with: "")
    let shown = code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(text.contains(shown))
  }
}
