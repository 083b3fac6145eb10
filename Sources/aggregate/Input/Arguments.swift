/// The words of the command line as the parser is to see them.
enum Arguments {
  /// A position of the south or the west begins with a hyphen and is no option: a space before it says so.
  static func readable(_ words: [String]) -> [String] {
    words.map { word in
      guard word.hasPrefix("-"), word.contains(","), word.dropFirst().allSatisfy({ "0123456789.,+- ".contains($0) }) else { return word }
      return " " + word
    }
  }
}
