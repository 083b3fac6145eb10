/// The help for the bare name of the program on a terminal: what it is for, and examples to start with.
enum ShortHelp {
  /// Returns the help; nil for a command line that is to be run.
  ///
  /// - Parameter isTerminal: whether stdout is a terminal. In a pipe, the bare name is a run.
  static func text(for words: [String], isTerminal: Bool) -> String? { words.isEmpty && isTerminal ? text : nil }

  private static let text = """
    aggregate reads the public feeds of many campuses and merges them into one catalog.

      aggregate open --sample             what is open in the built-in example
      aggregate campuses boston           find a campus
      aggregate collect --campus penn     read the feeds of a campus and store the results
      aggregate open                      what is open now
      aggregate near 38.83,-77.307        the nearest places
      aggregate search pizza              places by words
      aggregate menu --diet vegan         what places serve
      aggregate show southside            everything about one place
      aggregate diff 7d latest            what has changed in a week
      aggregate serve --open              an API and a page on this machine

    aggregate --help lists all commands, and aggregate COMMAND --help describes one.
    With options, or if its output is not a terminal, aggregate is the same as aggregate collect.

    """
}
