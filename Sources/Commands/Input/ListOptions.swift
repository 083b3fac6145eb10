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
}

struct LimitOption: ParsableArguments {
  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }
}
