/// The words of the command line as the parser is to see them.
enum Arguments {
  /// A number below zero, and a position of the south or the west, begin with a hyphen and are no options: a space before
  /// them says so.
  static func readable(_ words: [String]) -> [String] {
    words.map { word in
      guard word.hasPrefix("-"), word.count > 1, word.dropFirst().allSatisfy({ "0123456789.,+- ".contains($0) }), word != "--" else {
        return word
      }
      return " " + word
    }
  }
}
