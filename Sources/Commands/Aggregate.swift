package import ArgumentParser

/// The root command. Each subcommand is a file in Subcommands/ that parses, calls a library and renders. Each sets its name, because the
/// parser would otherwise derive the names of all of them from their types by reflection, at every start.
package struct Aggregate: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "aggregate",
    abstract: "Reads the public feeds of campuses and merges them into one normalized catalog.",
    usage: """
      aggregate --sample                      show a built-in example
      aggregate --replay DIR -o catalog.json  make a catalog from recorded replies
      aggregate open --campus penn            show what is open now, and until when
      aggregate show ID --sample              show everything about one place
      aggregate explain ID --sample           show where the values of an entry come from
      aggregate SUBCOMMAND --help             more about one command
      """,
    discussion: """
      Data goes to stdout, messages to stderr. Exit codes: 0 all feeds delivered; 1 the compared data differs; 3 some feeds did not deliver; 4 nothing usable; \
      5 a local file cannot be written; 64 usage; 65 a file you gave is malformed; 78 configuration.
      """,
    version: version,
    subcommands: [
      Collect.self, Open.self, List.self, Near.self, Search.self, Show.self, Events.self, Alerts.self, Quotes.self, Favorites.self,
      Explain.self, Diff.self, Patch.self, History.self, Watch.self, Snapshots.self, Feeds.self, Adapters.self, Schema.self, Config.self,
      Doctor.self,
      Bench.self,
    ],
    defaultSubcommand: Collect.self)

  /// The version of the program.
  static let version = "0.1.0"

  package init() {}
}
