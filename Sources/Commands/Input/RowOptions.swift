import ArgumentParser

/// The format of a list of rows: text for people, one JSON document, or comma-separated values.
enum RowFormat: String, OutputFormat {
  case text, json, csv
  static let names = "text, json or csv"
}

/// The options for the output of a command that prints rows.
struct RowOptions: ParsableArguments {
  @Option(name: .customLong("format"), help: ArgumentHelp("\(RowFormat.names) (default: text).", valueName: "format"))
  var chosen: RowFormat?

  @Flag(help: .json)
  var json = false

  @Flag(help: "Same as --format csv.")
  var csv = false

  @Flag(name: [.short, .long], help: .quiet)
  var quiet = false

  var format: RowFormat { json ? .json : csv ? .csv : chosen ?? .text }

  func validate() throws {
    let flags = [(json, RowFormat.json), (csv, .csv)].filter(\.0).map(\.1)
    if flags.count > 1 { throw ValidationError("--json and --csv cannot be used together.") }
    if let flag = flags.first, let chosen, chosen != flag {
      throw ValidationError("--\(flag.rawValue) and --format \(chosen.rawValue) cannot be used together.")
    }
    if quiet { Console.silenceNotes() }
  }
}
