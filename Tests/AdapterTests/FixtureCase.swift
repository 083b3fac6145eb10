import AdapterWorkbench
import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import Foundation
import OpeningHours
import SimdJSON
import Testing

/// One folder of Fixtures/: replies in the layout of recordings, and the expected result.
struct FixtureCase: Sendable, CustomTestStringConvertible {
  let folder: URL
  let recorded: RecordedCase

  var about: String { recorded.about }

  var name: String { folder.lastPathComponent }
  var testDescription: String { name }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// All folders with a case.json, sorted by name.
  static let all: [FixtureCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().compactMap { try? FixtureCase(folder: root.appendingPathComponent($0)) }
  }()

  init(folder: URL) throws {
    self.folder = folder
    recorded = try RecordedCase { path in
      let url = folder.appendingPathComponent(path)
      return FileManager.default.fileExists(atPath: url.path) ? Array(try Data(contentsOf: url)) : nil
    }
  }

  var registry: Registry { recorded.registry }

  func run() async throws -> Aggregator.Run { try await recorded.run() }
}
