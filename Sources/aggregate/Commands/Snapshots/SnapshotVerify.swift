import ArgumentParser
import FeedCore
import SnapshotStore

/// Whether all that a store holds is what was written.
struct SnapshotVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every row and every hash of the store.", usage: "aggregate snapshots verify [--store FILE]",
    discussion: "Exits 0 when all is well, and 5 with a line for each problem on stdout when it is not.")

  @OptionGroup var options: StoreOption

  func run() async throws {
    let store = try options.open(try World.current())
    let problems = try await StoreOption.ask { () async throws(StoreError) in try await store.check() }
    for problem in problems { try Console.write(Console.visible(problem, isOneLine: true) + "\n") }
    guard problems.isEmpty else {
      throw Failure(
        .local, "\(problems.count) problems in \(store.path) (store.corrupt); use an exported copy, or set the file aside and run anew")
    }
    Console.error("All of \(store.path) is as it was written.")
  }
}
