import ArgumentParser
import OpeningHours

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work", abstract: "Divide a run into filters: lines in, lines out, without hidden state.",
    usage: """
      aggregate work plan --campus one,two --state state.ndjson --at TIME > plan.ndjson
      aggregate work poll --bodies bodies/ --at TIME < plan.ndjson > results.ndjson
      aggregate work read --bodies bodies/ --at TIME < plan.ndjson > results.ndjson
      aggregate work merge --at TIME < results.ndjson > merged.ndjson
      LC_ALL=C sort merged.ndjson | aggregate work assemble --at TIME -o catalog.json
      """,
    discussion: """
      Each line is a JSON object that begins with its sort key. The lines may be in any order, and divided among processes: before poll by group of \
      servers, before merge by campus. See Docs/reference/work.md.
      """,
    subcommands: [WorkPlanCommand.self, WorkPollCommand.self, WorkReadCommand.self, WorkMergeCommand.self, WorkAssembleCommand.self])
}

/// The time of a run that is divided into filters. All of them get the same.
struct WorkTimeOption: ParsableArguments {
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("The time of the run, the same for all steps: 2026-11-21T17:00:00Z (default: now).", valueName: "time"),
    transform: { text in
      guard let time = Instant(text) else { throw ValidationError("--at \"\(text)\" is not a time such as 2026-11-21T17:00:00Z.") }
      return time
    })
  var time: Instant?
}
