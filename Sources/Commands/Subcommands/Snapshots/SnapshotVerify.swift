import ArgumentParser
import CampusCatalog
import Glibc
import SnapshotStore

struct SnapshotVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every row and every hash of the store.", usage: "aggregate snapshots verify [--store FILE]",
    discussion: "Exits with 0 if the store is intact. Otherwise prints each problem and exits with 5.")

  @OptionGroup var options: StoreOption

  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let store = try options.open(try .current())
    let problems = try await store.check()
    for problem in problems { try Console.write(PlainText.visible(problem, isOneLine: true) + "\n") }
    guard problems.isEmpty else {
      throw Failure(
        .local,
        "\(problems.count.counted("problem")) in \(store.path) (store.corrupt); use an exported copy, or set the file aside and start with an empty store: "
          + Failure.resetCommand(store.path))
    }
    Console.note("no problems in \(store.path)")
  }
}
