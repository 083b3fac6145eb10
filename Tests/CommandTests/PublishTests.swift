import Foundation
import TestKit
import TestTraits
import Testing

/// `aggregate publish`: a site in a folder is replaced by another one, without touching anything else.
@Suite(.waitsForPrograms) struct PublishTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func publish(_ arguments: String...) throws -> Program.Result {
    try Program.run(["publish", "site"] + arguments, directory: folder.url)
  }

  /// The paths of all files, with the number and the time of each, which change when it is replaced.
  private func files() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path("site"))
    var files: [String: String] = [:]
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("site/\(path)"))
      if attributes[.type] as? FileAttributeType == .typeDirectory { continue }
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      files[path] = "\(attributes[.systemFileNumber] ?? "") \(time)"
    }
    return files
  }

  private static let campuses = ["everywhere", "gmu", "liverpool", "penn"]
  private static let names = ["catalog.geojson", "catalog.ics", "catalog.json", "catalog.ndjson", "index.html"]

  @Test func sameCatalogTouchesNothing() throws {
    let first = try publish("--sample")
    #expect(first.status == 0 && first.out.isEmpty && first.error.contains("26 written, 0 unchanged, 0 removed"), "\(first.error)")
    let before = try files()
    let expected = Self.names + Self.campuses.flatMap { campus in Self.names.map { "\(campus)/\($0)" } } + [".nojekyll", "manifest.json"]
    #expect(before.keys.sorted() == expected.sorted())
    func folderTime() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.path("site"))[.modificationDate] as? Date
    }
    let time = try folderTime()
    let second = try publish("--sample")
    #expect(second.status == 0 && second.error.contains("0 written, 26 unchanged, 0 removed"), "\(second.error)")
    // No file was created in the folder, not even for a moment.
    #expect(try files() == before && folderTime() == time)
    // The published catalog is a source with the same result.
    #expect(try publish("--catalog", "site/catalog.json", "-q").status == 0)
    #expect(try files() == before)
    #expect(try publish("--sample", "-q").error.isEmpty)
  }

  @Test func campusesThatAreGoneAreRemoved() throws {
    #expect(try publish("--sample").status == 0)
    try folder.write("mine", to: "site/CNAME")
    try folder.write("mine", to: "site/gmu/notes.txt")
    let before = try files()
    let result = try publish("--sample", "--campus", "penn")
    #expect(result.status == 0 && result.error.contains("1 campus, 5 written, 6 unchanged, 15 removed"), "\(result.error)")
    let after = try files()
    let rest = Self.names + Self.names.map { "penn/\($0)" } + [".nojekyll", "manifest.json", "CNAME", "gmu/notes.txt"]
    #expect(after.keys.sorted() == rest.sorted())
    for path in ["CNAME", "gmu/notes.txt", "penn/catalog.json"] { #expect(after[path] == before[path]) }
    #expect(
      FileManager.default.fileExists(atPath: folder.path("site/gmu"))
        && !FileManager.default.fileExists(atPath: folder.path("site/liverpool")))
  }

  @Test func foldersOfOthersAreRefused() throws {
    try folder.write("mine", to: "site/index.html")
    var result = try publish("--sample")
    #expect(result.status == 64 && result.error.contains("name an empty folder") && result.error.contains("index.html"), "\(result.error)")
    try folder.write(#"{"name": "a web app"}"#, to: "site/manifest.json")
    result = try publish("--sample")
    #expect(
      result.status == 65 && result.error.contains("site/manifest.json:1:") && result.error.contains("name another folder"),
      "\(result.error)")
    #expect(try folder.read("site/index.html") == "mine" && files().count == 2)
  }

  /// A repository of GitHub Pages is empty.
  @Test func hiddenFilesAreAllowed() throws {
    try folder.write("gitdir: elsewhere", to: "site/.git")
    #expect(try publish("--sample").status == 0)
    #expect(try folder.read("site/.git") == "gitdir: elsewhere")
  }

  /// A file that the site does not have yet, but someone else, is not overwritten, and the site stays as it was.
  @Test(arguments: ["gmu/catalog.json", "gmu/catalog.json/", "gmu"])
  func filesOfOthersAreNotOverwritten(_ path: String) throws {
    #expect(try publish("--sample", "--campus", "penn").status == 0)
    try folder.write("mine", to: path.hasSuffix("/") ? "site/\(path)file" : "site/\(path)")
    let before = try files()
    let result = try publish("--sample")
    #expect(
      result.status == 64 && result.error.contains("site/\(path.trimmingSuffix("/"))") && result.error.contains("move it"),
      "\(result.error)")
    #expect(try files() == before)
  }

  @Test func linksAreRefused() throws {
    #expect(try publish("--sample", "--campus", "penn").status == 0)
    try folder.write("mine", to: "elsewhere/catalog.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path("site/gmu"), withDestinationPath: "../elsewhere")
    #expect(try publish("--sample").status == 64)
    try FileManager.default.removeItem(atPath: folder.path("site/penn/catalog.json"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("site/penn/catalog.json"), withDestinationPath: "../../elsewhere/catalog.json")
    #expect(try publish("--sample", "--campus", "penn").status == 64)
    #expect(try folder.read("elsewhere/catalog.json") == "mine" && folder.names == ["elsewhere", "site"])
  }

  /// What a killed publication leaves is completed or removed by the next one: unfinished files, and files that are listed as pending.
  @Test func interruptedPublicationsAreCompleted() throws {
    #expect(try publish("--sample", "--campus", "penn").status == 0)
    let manifest = try folder.read("site/manifest.json")
    try folder.write(
      manifest.replacing(",\n\"files\"", with: ",\"pending\":[\"gmu/catalog.json\",\"liverpool/index.html\"],\n\"files\""),
      to: "site/manifest.json")
    try folder.write("half", to: "site/.aggregate-publish/0")
    try folder.write("half", to: "site/gmu/catalog.json")
    try folder.write("half", to: "site/liverpool/index.html")
    let result = try publish("--sample", "--campus", "penn,gmu")
    #expect(result.status == 0 && result.error.contains("1 removed"), "\(result.error)")
    let expected =
      Self.names + ["penn", "gmu"].flatMap { campus in Self.names.map { "\(campus)/\($0)" } } + [".nojekyll", "manifest.json"]
    #expect(try files().keys.sorted() == expected.sorted())
    #expect(try folder.read("site/gmu/catalog.json").hasPrefix("{") && !folder.read("site/manifest.json").contains("pending"))
  }

  /// The time is that of the newest run in the store, not of the clock, and a run that changes one campus changes only its files.
  @Test func storesHaveTheTimeOfTheirNewestRun() throws {
    func run(_ name: String, at time: String) throws {
      for (file, text) in try Self.recording(naming: name) { try folder.write(text, to: "recording/\(file)") }
      let result = try Program.run(
        ["--replay", "recording", "--store", "store.sqlite", "--at", time, "-q", "-o", "catalog.json"], directory: folder.url)
      #expect(result.status == 0, "\(result.error)")
    }
    try run("Falk Kosher", at: "2026-11-20T17:00:00Z")
    #expect(try publish("--store", "store.sqlite").status == 0)
    #expect(try folder.read("site/catalog.json").contains(#""generatedAt":"2026-11-20T17:00:00Z""#))
    let before = try files()
    #expect(try publish("--store", "store.sqlite").error.contains("0 written"))
    #expect(try files() == before)
    try run("Falk Hall", at: "2026-11-21T17:00:00Z")
    #expect(try publish("--store", "store.sqlite").status == 0)
    let after = try files()
    // GMU was checked again, with the same result.
    for name in ["catalog.ndjson", "catalog.geojson", "catalog.ics", "changes.atom"] {
      #expect(after["gmu/\(name)"] == before["gmu/\(name)"] && after["penn/\(name)"] != before["penn/\(name)"], "\(name)")
    }
    #expect(try folder.read("site/changes.atom").contains("Falk Hall") && folder.read("site/penn/changes.atom").contains("Falk Hall"))
  }

  private static func recording(naming name: String) throws -> [String: String] {
    let sample = Program.root.appendingPathComponent("Fixtures/sample")
    var files: [String: String] = [:]
    for feed in ["penn/dining", "gmu/whats-open"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: sample.appendingPathComponent(feed).path) {
        let text = String(decoding: try Data(contentsOf: sample.appendingPathComponent("\(feed)/\(file)")), as: UTF8.self)
        files["\(feed)/\(file)"] = text.replacing("Falk Kosher", with: name)
      }
    }
    return files
  }

  @Test(arguments: [
    (["--catalog", "entries.ndjson"], 65, "is NDJSON"), (["--store", "none.sqlite"], 4, "no store"),
    (["--sample", "--campus", "pen"], 64, "penn"),
    (["--catalog", "bad.json"], 65, "bad.json is not a catalog"),
  ])
  func sourcesWithoutCatalogLeaveTheFolder(_ arguments: [String], _ status: Int, _ message: String) throws {
    try folder.write(#"{"id":"a/x/1","kind":"place","campus":"a"}"# + "\n", to: "entries.ndjson")
    try folder.write("[]", to: "bad.json")
    let result = try Program.run(["publish", "site"] + arguments, directory: folder.url)
    #expect(Int(result.status) == status && result.error.contains(message), "\(result.status) \(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("site")))
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
