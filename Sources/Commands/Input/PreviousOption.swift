import Aggregation
import ArgumentParser
import SnapshotStore

/// The option for the results of the last run.
struct PreviousOption: ParsableArguments {
  @Option(
    name: .customLong("previous"),
    help: ArgumentHelp("Results of an earlier run: a file with their lines, or a store (repeatable).", valueName: "file"),
    completion: .file())
  var paths: [String] = []

  /// Returns the results of the feeds of an input.
  func results(of input: WorkInput) throws -> PreviousResults {
    let feeds = input.feedIDs
    var inputs: [WorkInput] = []
    var stores: [any FeedStore] = []
    for path in paths {
      if SnapshotStore.isRecognizable(path: path) {
        if let store = try StoreOption.openIfPresent(path) { stores.append(store) }
      } else {
        inputs.append(try WorkFile.input(path, entriesOf: feeds.contains))
      }
    }
    return PreviousResults(inputs, stores: stores)
  }
}
