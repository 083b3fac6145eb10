import ArgumentParser

/// The format of a command's output: text for people, or JSON for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  /// Prints a JSON document, or text that has been made safe to display.
  func print(json: @autoclosure () -> String, text: @autoclosure () -> String) throws(Failure) {
    try Console.write(format == .json ? json() : PlainText.visible(text()))
  }

  /// Prints a list: as JSON, `{"schema":SCHEMA,KEY:[{…},…]}`, or as a table with a row for each item.
  func print<Item>(
    _ schema: String, _ key: StaticString, _ items: [Item], titles: [String], row: (Item) -> [String],
    members: (Item, inout JSONWriter) -> Void
  ) throws(Failure) {
    try print(json: JSONWriter.list(schema, key, items, members), text: Table.text(titles, items.map(row)))
  }
}

struct LimitOption: ParsableArguments {
  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }
}
