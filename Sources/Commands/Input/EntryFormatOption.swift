import ArgumentParser

/// The format of a list of entries: text for people, one JSON document, or one entry on each line for tools such as jq.
enum EntryFormat: String, ExpressibleByArgument, CaseIterable { case text, json, ndjson }

struct EntryFormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("text, json, or ndjson: one entry on each line.", valueName: "format"))
  var format: EntryFormat = .text
}
