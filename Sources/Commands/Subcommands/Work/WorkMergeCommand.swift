import Aggregation
import ArgumentParser

struct WorkMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Merge the results of one or more complete campuses.",
    usage: "aggregate work merge [--previous FILE]… [--at TIME] < results.ndjson > merged.ndjson")

  @OptionGroup var previous: PreviousOption
  @OptionGroup var time: WorkTimeOption
  @OptionGroup var quiet: QuietFlag

  func run() async throws {
    let settings = try Settings.current()
    let input = try WorkFile.input("-")
    let previous = try previous.results(of: input)
    let output = WorkOutput()
    do {
      try await WorkMerge.merge(input, previous: previous, at: time.time ?? settings.environment.now, output.write)
    } catch let error as WorkError {
      throw Failure(.data, error.message)
    }
    try output.finish()
  }
}
