import ArgumentParser
import Basics
import CatalogSession
import Foundation
import SnapshotStore

struct SnapshotExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a copy of the whole store, or one snapshot as a catalog.",
    usage: """
      aggregate snapshots export copy.sqlite [--force]
      aggregate snapshots export --snapshot 12 catalog.json
      """,
    discussion: """
      The copy is consistent even while other processes write, and can be used with --store. It is written whole or not at all.
      """)

  @Argument(help: ArgumentHelp("The file to write; for a snapshot, - is stdout.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Only this snapshot, as a catalog.", valueName: "id"), transform: { try parsedNumber($0, from: 1, such: 12) })
  var snapshot: Int?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var config: RegistryOption
  @OptionGroup var options: StoreOption

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let stores = StoreGuard(settings, store: options.store)
    // A copy may replace an older one.
    try stores.check(file, "the export", replacesDatabases: snapshot == nil)
    let store = try options.open(settings)
    if file != "-", !force, FileManager.default.fileExists(atPath: file) {
      throw Failure(.local, "\(file) already exists (export.io); use --force to replace it")
    }
    if let snapshot {
      let catalog = try await store.catalog(ofSnapshot: snapshot, try config.registry(settings))
      var output = try OutputFile(file, stores)
      _ = try output.write(catalog)
      return try output.finish()
    }
    guard file != "-" else { throw Failure(.usage, "a store cannot be written to stdout; name a file, or use --snapshot ID") }
    let target = try OutputFile.target(of: file)
    let part = try OutputFile.part(of: target, mode: 0o600)
    Interruption.setFileToRemove(part.path)
    defer { Interruption.setFileToRemove(nil) }
    try await store.copy(intoEmpty: part.path)
    try OutputFile.publish(part)
  }
}
