import AdapterTesting
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
  let about: String
  let at: Instant

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
    let document = try JSONDocument(parsing: Array(try Data(contentsOf: folder.appendingPathComponent("case.json"))))
    about = try document.root.requiredText("about")
    guard let at = Instant(try document.root.requiredText("at")) else { throw CocoaError(.formatting) }
    self.at = at
  }

  /// Runs over the folder, with the built-in campuses and feeds.
  func run() async throws -> Aggregator.Run {
    let folder = folder
    let recording = Recording { path in
      let url = folder.appendingPathComponent(path)
      return FileManager.default.fileExists(atPath: url.path) ? Array(try Data(contentsOf: url)) : nil
    }
    return await Aggregator(transport: recording, delivered: .replayed)
      .read(try Plan(RunSelection(), in: Registry()), at: at, now: at)
  }

  /// The result of a run as the lines of `expected.ndjson`: one for each feed (outcome, reason, counts and the codes of its
  /// notes), then one for each entry.
  static func lines(of catalog: Catalog) -> [String] {
    let feeds = catalog.feeds.map { feed in
      var writer = JSONWriter(capacity: 1024)
      writer.beginObject()
      writer.key("feed")
      writer.string(feed.id.description)
      writer.key("outcome")
      writer.string(feed.outcome.rawValue)
      if let reason = feed.reason {
        writer.key("reason")
        writer.string(reason.description)
      }
      writer.key("entries")
      writer.integer(feed.entries)
      writer.key("rejected")
      writer.integer(feed.rejected)
      writer.key("notes")
      writer.beginArray()
      for note in feed.notes { writer.string("\(note.code)\(note.pointer.map { " \($0)" } ?? "")") }
      writer.endArray()
      writer.endObject()
      return writer.text
    }
    let entries = catalog.entries.map { entry in
      var writer = JSONWriter(capacity: 4096)
      entry.write(to: &writer)
      return writer.text
    }
    return feeds + entries
  }
}
