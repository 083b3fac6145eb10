import Foundation
import FuzzTargets
import Testing

/// The properties of the fuzzer hold for all inputs that it found (`Tests/Fuzz/corpus`).
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func propertiesHold(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = URL(filePath: #filePath).appending(path: "../../Fuzz/corpus/\(name)").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    try #require(!files.isEmpty)
    for file in files.sorted(by: { $0.path() < $1.path() }) {
      let bytes = try [UInt8](Data(contentsOf: file))
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.check(bytes) }
    }
  }
}
