import ArgumentParser
import CampusCatalog

/// The format of a command's output: text for people, or JSON for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The option for the format of a command's output.
struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  /// Prints a JSON document, or text that has been made safe to display.
  func print(json: @autoclosure () -> String, text: @autoclosure () -> String) throws(Failure) {
    try Console.write(format == .json ? json() : PlainText.visible(text()))
  }
}
