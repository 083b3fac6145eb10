import ArgumentParser
import Basics

/// The format of a command's output: text for people, or JSON for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

struct FormatOption: ParsableArguments {
  @Option(name: .customLong("format"), help: ArgumentHelp("text or json (default: text).", valueName: "format"))
  var chosen: ListFormat?

  @OptionGroup var json: JSONFlag
  @OptionGroup var quiet: QuietFlag

  var format: ListFormat { json.isSet ? .json : chosen ?? .text }

  func validate() throws { try json.check(chosen?.rawValue) }

  /// Prints a JSON document, or lines that are safe to display.
  ///
  /// - Parameter lines: returns the lines for a terminal.
  func print(json: @autoclosure () -> String, lines: (Terminal) -> [String]) throws(Failure) {
    if format == .json { return try Console.write(json()) }
    try Console.write(lines(.current(try CommandEnvironment.current().variables)).map { $0 + "\n" }.joined())
  }

  /// Prints a list: as JSON, `{"schema":SCHEMA,KEY:[{…},…]}`, or as a table with a row for each item.
  func print<Item>(
    _ schema: String, _ key: StaticString, _ items: [Item], titles: [String], row: (Item) -> [String],
    members: (Item, inout JSONWriter) -> Void
  ) throws(Failure) {
    try print(json: JSONWriter.list(schema, key, items, members)) { Table.wrapped(titles, items.map(row), on: $0) }
  }
}

/// The flag `--json`, which every command with a format accepts.
struct JSONFlag: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Same as --format json.")
  var isSet = false

  /// - Parameter format: the value of `--format`, if it was given.
  func check(_ format: String?) throws {
    if isSet, let format, format != "json" { throw ValidationError("--json and --format \(format) cannot be used together.") }
  }
}

/// The flag `-q`, which every command accepts.
struct QuietFlag: ParsableArguments {
  @Flag(name: [.customShort("q"), .customLong("quiet")], help: "Print only the answer, and errors.")
  var isSet = false

  func validate() { if isSet { Console.isQuiet.withLock { $0 = true } } }
}

struct LimitOption: ParsableArguments {
  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"), transform: { try parsedNumber($0, from: 1, such: 20) })
  var limit: Int?
}

/// The options that select changes by kind and rank.
struct ChangeChoice: ParsableArguments {
  @Option(
    name: .customLong("kind"), help: ArgumentHelp("Only this kind: place, event, alert or quote (repeatable).", valueName: "kind"),
    completion: .list(Entry.Kind.allCases.map(\.rawValue)), transform: { try parsedChoice($0, "kind") })
  var kinds: [Entry.Kind] = []

  @Option(
    help: ArgumentHelp("Only changes of this rank: breaking, suspicious or routine (repeatable).", valueName: "rank"),
    completion: .list(Change.Rank.allCases.map(\.rawValue)),
    transform: { try parsedChoice($0, "rank", among: Change.Rank.allCases.reversed()) })
  var only: [Change.Rank] = []

  /// Returns the selection as text, for the title of a feed of changes.
  func about(_ campuses: [String], _ feeds: [String]) -> String {
    (campuses.sorted() + feeds.sorted() + kinds.map(\.rawValue).sorted() + only.sorted().map(\.rawValue)).joined(separator: ", ")
  }
}

extension JSONWriter {
  /// Returns `{"schema":SCHEMA,…}` and a line feed.
  static func document(_ schema: String, _ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", schema)
    members(&writer)
    writer.endObject()
    return writer.text + "\n"
  }

  /// Returns `{"schema":SCHEMA,KEY:[{…},…]}` and a line feed.
  static func list<Item>(_ schema: String, _ key: StaticString, _ items: [Item], _ members: (Item, inout JSONWriter) -> Void) -> String {
    document(schema) { $0.objects(key, items, members) }
  }
}
