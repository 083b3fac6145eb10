import ArgumentParser
import CampusCatalog
import CatalogQuery
import SimdJSON

/// The format of a list: text for people, one JSON document, one element on each line for tools such as jq, or tab-separated values.
enum ListFormat: String, OutputFormat {
  case text, json, ndjson, tsv
  static let names = "text, json, ndjson with one element per line, or tsv with one row per element"
}

/// The format of a list that can also be printed as rows for spreadsheets.
enum RowFormat: String, OutputFormat {
  case text, json, ndjson, tsv, csv
  static let names = "text, json, ndjson with one element per line, or tsv or csv with one row per element"
}

/// The options for the output of a command that prints a list.
typealias ListOption = ListOptions<ListFormat>

struct ListOptions<Format: OutputFormat>: ParsableArguments {
  @Option(name: .customLong("format"), help: ArgumentHelp("\(Format.names) (default: text).", valueName: "format"))
  var chosen: Format?

  @Flag(help: .json)
  var json = false

  @Option(
    help: ArgumentHelp(
      "The members of JSON, or the columns of tsv, separated by commas: name,status.sentence.", valueName: "names"))
  var fields: String?

  @Option(name: [.customShort("o"), .customLong("output")], help: .outputFile, completion: .file())
  var path: String?

  @Flag(name: [.short, .long], help: .quiet)
  var quiet = false

  var format: Format { json ? .json : chosen ?? .text }

  func validate() throws {
    try JSONFlag.check(json, chosen?.rawValue)
    if fields != nil, format == .text { throw ValidationError("--fields needs --format json, ndjson or tsv.") }
    if quiet { Console.silenceNotes() }
    if let path { Console.collectOutput(for: path) }
  }

  /// Returns the chosen members or columns; nil without the option.
  ///
  /// - Parameter known: the names to choose from.
  func chosenFields(among known: [String]) throws(Failure) -> ListFields? {
    guard let fields else { return nil }
    do throws(QueryError) { return try ListFields(parsing: fields, among: known) } catch {
      throw Failure(.usage, "--fields: \(error.message)")
    }
  }
}

extension ListOptions {
  /// Prints a list for programs: as a JSON document, `{"schema":SCHEMA,KEY:[{…},…]}`, as newline-delimited JSON or as tab-separated values.
  ///
  /// - Parameter members: writes the members of an element.
  func printData<Item>(
    _ schema: String, _ key: String, _ items: [Item], columns: ListColumns, members: (Item, inout JSONWriter) -> Void
  ) throws(Failure) {
    let fields = try chosenFields(among: columns.known)
    let form: ListWriter.Format =
      switch ListFormat(rawValue: format.rawValue) {
      case .ndjson: .lines
      case .tsv: .table
      default: .document(begin: { $0.member("schema", schema) }, key: key)
      }
    var list = ListWriter(form, fields: fields ?? (format.rawValue == ListFormat.tsv.rawValue ? ListFields(columns.standard) : nil))
    for item in items {
      list.add { writer in
        writer.beginObject()
        members(item, &writer)
        writer.endObject()
      }
      try list.flush(Console.write)
    }
    try Console.write(list.finish())
  }
}

/// The format of a list of entries, and their members.
struct ListChoice {
  var format = ListFormat.text
  /// The chosen members or columns; nil for all members, and the usual columns.
  var fields: ListFields?
}

extension ListOptions<ListFormat> {
  /// Returns the format of a list of entries, and their members.
  func choice() throws(Failure) -> ListChoice {
    ListChoice(format: format, fields: try chosenFields(among: EntryListSchema.fieldNames))
  }

  /// Prints a list: as JSON, `{"schema":SCHEMA,KEY:[{…},…]}`, or as a table with a row for each item.
  ///
  /// - Parameters:
  ///   - members: writes the members of an element as JSON.
  ///   - lines: returns the text for a terminal.
  func print<Item>(
    _ schema: String, _ key: String, _ items: [Item], columns: ListColumns, members: (Item, inout JSONWriter) -> Void,
    lines: (Terminal) -> [String]
  ) throws(Failure) {
    if format != .text { return try printData(schema, key, items, columns: columns, members: members) }
    try Console.write(lines(.current(try CommandEnvironment.current().variables)).map { $0 + "\n" }.joined())
  }

  /// Prints a list whose text is a table.
  ///
  /// - Parameters:
  ///   - titles: the titles of the table.
  ///   - row: returns one cell for each title.
  func print<Item>(
    _ schema: String, _ key: String, _ items: [Item], columns: ListColumns, titles: [String], row: (Item) -> [String],
    members: (Item, inout JSONWriter) -> Void
  ) throws(Failure) {
    try print(schema, key, items, columns: columns, members: members) { Table.wrapped(titles, items.map(row), on: $0) }
  }
}

/// The names of the members of the elements of a list, which `--fields` chooses from.
struct ListColumns {
  /// The columns of tab-separated values without a choice.
  let standard: [String]
  let known: [String]

  /// - Parameters:
  ///   - standard: members with one value, as names separated by spaces.
  ///   - others: other members.
  init(_ standard: String, others: String = "") {
    self.standard = standard.split(separator: " ").map(String.init)
    known = self.standard + others.split(separator: " ").map(String.init)
  }
}
