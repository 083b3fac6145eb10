import CampusCatalog
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import TestKit
import Testing

/// Calendars and their catalogs in a folder, for an independent program that compares them.
struct CalendarOracle {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let python = root.appendingPathComponent(".build/oracles/bin/python3")
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python.path)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Adds the calendar of a catalog, and our schedules' openings in some ranges of time.
  func add(_ name: String, _ catalog: Catalog, _ ranges: [Range<Instant>] = []) throws {
    try folder.write(String(decoding: try calendar(of: catalog), as: UTF8.self), to: "\(name).ics")
    try folder.write(String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self), to: "\(name).json")
    var lines: [String] = []
    for range in ranges {
      lines.append("\(range.lowerBound)\t\(range.upperBound)")
      for entry in catalog.entries {
        if entry.kind == .event { continue }
        for span in entry.hours?.spans(in: range) ?? [] where span.start >= range.lowerBound {
          lines.append("\(entry.id)\t\(span.start)\t\(span.end)\t\(span.label ?? "")")
        }
      }
    }
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name).spans")
  }

  func check(_ options: [String] = []) async throws {
    let script = Self.root.appendingPathComponent("Tests/Oracles/check_calendar.py")
    let result = try await Command.run([Self.python.path, "-B", script.path, folder.url.path] + options)
    #expect(result.status == 0, "\(result.out)\(result.error)")
  }
}

func calendar(of catalog: Catalog, jobs: Int = 2) throws -> [UInt8] {
  let rule = StatusRule(at: catalog.generatedAt, campuses: catalog.campuses)
  let header = ExportHeader(generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule)
  var export = CatalogExport(.ics, header)
  export.jobs = jobs
  var bytes: [UInt8] = []
  try export.write(EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
  return bytes
}
