import ArgumentParser
import FeedCore
import SnapshotStore

/// Verifies the contents of a store.
struct SnapshotVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every row and every hash of the store.", usage: "aggregate snapshots verify [--store FILE]",
    discussion: "Exits 0 when all is well, and 5 with a line for each problem on stdout when it is not.")

  @OptionGroup var options: StoreOption

  func run() async throws {
    let store = try options.open(try CommandEnvironment.current())
    let path = store.path
    let problems = try await store.check()
    for problem in problems { try Console.write(Console.visible(problem, isOneLine: true) + "\n") }
    guard problems.isEmpty else {
      throw Failure(
        .local,
        "\(problems.count) problems in \(path) (store.corrupt); use an exported copy; to set the file aside and begin anew, run: "
          + StoreRepair.command(path))
    }
    Console.error("All of \(store.path) is as it was written.")
  }
}
