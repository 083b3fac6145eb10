import ArgumentParser
import CampusCatalog
import FeedCore
import SnapshotStore

/// The options that choose among the snapshots of a store, by what the store has; no registry is asked.
struct SnapshotFilter: ParsableArguments {
  @Option(name: .customLong("feed"), help: ArgumentHelp("Only of this feed (repeatable).", valueName: "id"))
  var feeds: [String] = []

  @Option(name: .customLong("campus"), help: ArgumentHelp("Only of feeds of this campus (repeatable).", valueName: "id"))
  var campuses: [String] = []

  func validate() throws {
    for id in feeds where FeedID(id) == nil { throw ValidationError("\"\(id)\" is no feed id; ids look like penn/dining.") }
    for id in campuses where CampusID(id) == nil { throw ValidationError("\"\(id)\" is no campus id; ids look like penn.") }
  }

  func includes(_ feed: FeedID) -> Bool {
    feeds.isEmpty && campuses.isEmpty || feeds.contains(feed.description) || campuses.contains(feed.campus.description)
  }
}
