import ArgumentParser

/// The option that limits the length of lists.
struct LimitOption: ParsableArguments {
  @Option(help: ArgumentHelp("Show at most this many.", valueName: "n"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }
}
