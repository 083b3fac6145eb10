import Aggregation
import ArgumentParser
import CampusCatalog

/// The JSON Schemas of what goes out and what comes in.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the JSON Schema of catalogs, or of registry files.", usage: "aggregate schema [catalog|registry]")

  enum Name: String, ExpressibleByArgument, CaseIterable { case catalog, registry }

  @Argument(help: ArgumentHelp("catalog or registry.", valueName: "name"))
  var name: Name = .catalog

  func run() throws {
    let bytes = name == .catalog ? CatalogSchema.bytes : RegistrySchema.bytes
    try Console.write(String(decoding: bytes, as: UTF8.self))
  }
}
