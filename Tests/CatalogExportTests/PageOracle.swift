import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import TestKit
import Testing

/// Pages and their catalogs in a folder, for an independent program that reads them back and compares them.
struct PageOracle {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let python = root.appendingPathComponent(".build/oracles/bin/python3")
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python.path)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Adds the pages of a catalog at a moment.
  func add(_ name: String, _ catalog: Catalog, at moment: Instant) throws {
    let rule = StatusRule(at: moment, campuses: catalog.campuses)
    let sentences = catalog.entries.filter { $0.kind == .place }.map { "\($0.id)\t\(rule.listing($0).sentence)\n" }
    try folder.write(sentences.joined(), to: "\(name).sentences")
    try folder.write(moment.description, to: "\(name).at")
    try folder.write(String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self), to: "\(name).json")
    try folder.write(page(.html, catalog, at: moment), to: "\(name).html")
    try folder.write(page(.markdown, catalog, at: moment), to: "\(name).md")
  }

  func check() throws {
    let process = Process()
    process.executableURL = Self.python
    process.arguments = ["-B", Self.root.appendingPathComponent("Tests/Oracles/check_page.py").path, folder.url.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.start()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
  }
}

/// Returns the page of a catalog at a moment; nil for the moment of the catalog.
func page(
  _ format: ExportFormat, _ catalog: Catalog, at moment: Instant? = nil, byCampus: [CampusID: Instant] = [:],
  _ filter: ExportFilter = ExportFilter(), from stream: EntryStream? = nil, jobs: Int = 2
) throws -> String {
  let rule = StatusRule(at: moment ?? catalog.generatedAt, byCampus, campuses: catalog.campuses)
  let header = ExportHeader(
    generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, rule: rule, filter: filter)
  var export = CatalogExport(format, header)
  export.jobs = jobs
  var bytes: [UInt8] = []
  try export.write(stream ?? EntryStream(CatalogParts(catalog))) { bytes.append(contentsOf: $0) }
  return String(decoding: bytes, as: UTF8.self)
}
