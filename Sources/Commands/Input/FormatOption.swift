import ArgumentParser
import CampusCatalog

/// The format of a command's output: for people, or for programs.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The option for the format of a command's output.
struct FormatOption: ParsableArguments {
  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  var format: ListFormat = .text

  /// Prints a JSON document, or a text, made safe to show.
  func print(json: @autoclosure () -> String, text: @autoclosure () -> String) throws(Failure) {
    try Console.write(format == .json ? json() : PlainText.visible(text()))
  }
}
