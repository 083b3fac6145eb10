import Foundation
import FuzzTargets
import TestKit
import Testing

/// The properties of the fuzzer hold for the inputs that it found (`Tests/Fuzz/corpus`): for those that showed a fault, which have names, and
/// for some of the others, or all of them in a long run.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func propertiesHold(_ name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = URL(filePath: #filePath).appending(path: "../../Fuzz/corpus/\(name)").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    let sorted = files.sorted { $0.path() < $1.path() }
    let others = sorted.filter(Self.isHash)
    let step = max(1, others.count / Budget.count(25))
    for file in sorted.filter({ !Self.isHash($0) }) + stride(from: 0, to: others.count, by: step).map({ others[$0] }) {
      let bytes = try [UInt8](Data(contentsOf: file))
      // A site answers on other threads, for which a target waits.
      await #expect(throws: Never.self, "\(file.lastPathComponent)") { try await onOwnThread { try target.check(bytes) } }
    }
  }
  /// Whether libFuzzer has named a file.
  private static func isHash(_ file: URL) -> Bool {
    file.lastPathComponent.utf8.count == 40 && file.lastPathComponent.allSatisfy(\.isHexDigit)
  }
}
