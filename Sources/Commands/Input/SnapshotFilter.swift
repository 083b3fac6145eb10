import ArgumentParser
import CampusCatalog

/// The options that select snapshots of a store by their feeds, which need not be in the registry.
struct SnapshotFilter: ParsableArguments {
  @Option(name: .customLong("feed"), help: ArgumentHelp("Only of this feed (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @Option(name: .customLong("campus"), help: ArgumentHelp("Only of feeds of this campus (repeatable).", valueName: "id"))
  var campuses: [String] = []

  func validate() throws {
    for id in feeds where FeedID(id) == nil { throw ValidationError("invalid feed id \"\(id)\"; ids look like penn/dining.") }
    for id in campuses where CampusID(id) == nil { throw ValidationError("invalid campus id \"\(id)\"; ids look like penn.") }
  }

  func includes(_ feed: FeedID) -> Bool {
    feeds.isEmpty && campuses.isEmpty || feeds.contains(feed.description) || campuses.contains(feed.campus.description)
  }
}
