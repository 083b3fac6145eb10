import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogQuery

/// The JSON Schemas of what goes out and what comes in.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the JSON Schema of catalogs, of lists of entries, or of registry files.",
    usage: "aggregate schema [catalog|list|registry]")

  enum Name: String, ExpressibleByArgument, CaseIterable { case catalog, list, registry }

  @Argument(help: ArgumentHelp("catalog, list or registry.", valueName: "name"))
  var name: Name = .catalog

  func run() throws {
    let bytes =
      switch name {
      case .catalog: CatalogSchema.bytes
      case .list: ListSchema.bytes
      case .registry: RegistrySchema.bytes
      }
    try Console.write(String(decoding: bytes, as: UTF8.self))
  }
}
