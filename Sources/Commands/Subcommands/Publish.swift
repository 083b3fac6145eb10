import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogDiff
import CatalogExport
import CatalogQuery
import CatalogSession
import OpeningHours
import SnapshotStore

struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Write a static site: the catalog in several formats, in all and for each campus.",
    usage: """
      aggregate publish site
      aggregate publish site --catalog catalog.json
      aggregate publish site --sample
      aggregate publish site --campus penn,gmu
      """,
    discussion: """
      The site is for object storage, GitHub Pages or any other server of files: catalog.json, catalog.ndjson, catalog.geojson, catalog.ics, \
      index.html and, from a store, changes.atom with the changes of a week; the same in a folder for each campus; and manifest.json, which \
      lists all files with their hashes. All links are relative.

      The time is that of the catalog, or of the newest run in the store, so the same data gives the same bytes. Files that have not changed \
      are not touched. Files that the site no longer has are removed; files that publish did not write are left alone.
      """)

  @Argument(
    help: ArgumentHelp("The folder of the site: a new or an empty one, or one of this command.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let report = try await catalog.openAsRecorded(settings)
    let session = report.session
    var site = StaticSite(session.catalog)
    site.style = session.rule.chosenStyle
    if let (logs, beginning) = try await session.recentChanges(days: 7) {
      site.changes = SiteChanges(logs, beginning: beginning, pages: Registry().pages)
    }
    if let times = await session.changeTimes() { site.lastChange = { times.time(of: $0) } }
    let usual = try await session.usualWeeks()
    site.usual = { usual[$0.campus]?.week(of: $0) }
    let outcome = try SiteFolder(folder, StoreGuard(settings, store: catalog.store)).publish(site)
    let counts = "\(outcome.written) written, \(outcome.unchanged) unchanged, \(outcome.removed) removed"
    let missing = site.changes == nil ? "; no changes.atom, which needs a store with runs of this selection" : ""
    Console.note("\(folder): \(session.campuses.count.counted("campus", "campuses")), \(counts)\(missing)")
    try report.end()
  }
}
