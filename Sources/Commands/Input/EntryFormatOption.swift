import ArgumentParser

/// The format of a list of entries: text for people, one JSON document, or one entry on each line for tools such as jq.
enum EntryFormat: String, ExpressibleByArgument, CaseIterable { case text, json, ndjson }

struct EntryFormatOption: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp("text, json, or ndjson with one entry per line (default: text).", valueName: "format"))
  var chosen: EntryFormat?

  @Flag(help: .json)
  var json = false

  @Flag(name: [.short, .long], help: .quiet)
  var quiet = false

  var format: EntryFormat { json ? .json : chosen ?? .text }

  func validate() throws {
    try JSONFlag.check(json, chosen?.rawValue)
    if quiet { Console.silenceNotes() }
  }
}
