import CatalogSession
import Foundation
import TestTraits
import Testing

@Suite(.waitsForPrograms) struct SampleTests {
  /// The embedded files are those of the folder.
  @Test func everySampleFileIsEmbedded() throws {
    let folder = Program.root.appendingPathComponent("Fixtures/sample")
    let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".json") }
      .sorted()
    #expect(paths == SampleRecording.paths)
    for path in paths {
      #expect(try SampleRecording.file(path) == Array(Data(contentsOf: folder.appendingPathComponent(path))), "\(path)")
    }
  }
}
