import Foundation
import FuzzTargets
import TestKit
import Testing

/// The properties of the fuzzer hold for all inputs that it found (`Tests/Fuzz/corpus`).
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func propertiesHold(_ name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = URL(filePath: #filePath).appending(path: "../../Fuzz/corpus/\(name)").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    for file in files.sorted(by: { $0.path() < $1.path() }) {
      let bytes = try [UInt8](Data(contentsOf: file))
      // A site answers on other threads, for which a target waits.
      await #expect(throws: Never.self, "\(file.lastPathComponent)") { try await onOwnThread { try target.check(bytes) } }
    }
  }
}
