import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import FeedMapping

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: """
      Print the JSON Schema of catalogs, lists, menus, differences, histories, comparisons with OpenStreetMap, sites, registry files, \
      mapping files or lines of work.
      """,
    usage: "aggregate schema [catalog|list|menus|diff|history|osm|site|registry|mapping|work]")

  enum Name: String, CaseIterable { case catalog, list, menus, diff, history, osm, site, registry, mapping, work }

  @Argument(
    help: ArgumentHelp("catalog, list, menus, diff, history, osm, site, registry, mapping or work.", valueName: "name"),
    completion: .list(Name.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "schema") })
  var name: Name = .catalog

  @OptionGroup var output: OutputFileOption
  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let bytes =
      switch name {
      case .catalog: CatalogSchema.bytes
      case .list: EntryListSchema.bytes
      case .menus: MenuListSchema.bytes
      case .diff: DiffSchema.bytes
      case .history: HistorySchema.bytes
      case .osm: OSMSchema.bytes
      case .site: SiteSchema.bytes
      case .registry: RegistrySchema.bytes
      case .mapping: MappingSchema.bytes
      case .work: WorkSchema.bytes
      }
    try Console.write(String(decoding: bytes, as: UTF8.self))
  }
}
