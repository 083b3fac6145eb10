import ArgumentParser
import CampusCatalog
import CatalogQuery
import SimdJSON

/// The format of a command's output.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, Sendable, RawRepresentable<String> {
  static var text: Self { get }
  static var json: Self { get }
  /// The names of the formats, for the help.
  static var names: String { get }
}

/// Text for people, or JSON for programs.
enum DocumentFormat: String, OutputFormat {
  case text, json
  static let names = "text or json"
}

typealias FormatOption = OutputOptions<DocumentFormat>

/// The options for the output of a command that does not print a list.
struct OutputOptions<Format: OutputFormat>: ParsableArguments {
  @Option(name: .customLong("format"), help: ArgumentHelp("\(Format.names) (default: text).", valueName: "format"))
  var chosen: Format?

  @Flag(help: .json)
  var json = false

  @Flag(name: [.short, .long], help: .quiet)
  var quiet = false

  var format: Format { json ? .json : chosen ?? .text }

  func validate() throws {
    try JSONFlag.check(json, chosen?.rawValue)
    if quiet { Console.silenceNotes() }
  }
}

extension FormatOption {
  /// Prints a JSON document, or lines that are safe to display.
  ///
  /// - Parameter lines: returns the lines for a terminal.
  func print(json: @autoclosure () -> String, lines: (Terminal) -> [String]) throws(Failure) {
    if format == .json { return try Console.write(json()) }
    try Console.write(lines(.current(try CommandEnvironment.current().variables)).map { $0 + "\n" }.joined())
  }
}

extension ArgumentHelp {
  static var outputFile: ArgumentHelp { ArgumentHelp("Write to a file, whole or not at all; - is stdout.", valueName: "file") }
}
