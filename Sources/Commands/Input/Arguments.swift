import CatalogSession
import Glibc

/// Prepares the words of the command line for the parser.
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

  /// Refuses words that are not UTF-8: as text they would differ and name other files.
  static func checkEncoding() throws(Failure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], let text = PlainText.quotedIfNotUTF8(word) else { continue }
      throw Failure(.usage, "argument \(index) (\(text)) is not UTF-8, so it cannot be used as a file name; rename the file")
    }
  }

  /// The first word is an option or a command: the command that needs no name takes options alone.
  static func check(_ words: [String], among commands: [String]) throws(Failure) {
    guard let word = words.first, !word.hasPrefix("-"), word != "help", !commands.contains(word) else { return }
    let near = NearMiss.of(word, among: commands).map { "did you mean \($0)?" } ?? "the commands are \(commands.joined(separator: ", "))"
    throw Failure(.usage, "unknown command \(PlainText.visible(word)); \(near)")
  }

  /// What a refused line may have meant: a command's name after its options.
  static func hint(_ words: [String], _ commands: [String], _ message: String) -> String? {
    guard let first = words.first, first.hasPrefix("-"), let name = words.first(where: commands.contains), message.contains("'\(name)'")
    else { return nil }
    return "the command comes first: aggregate \(name) \(words.filter { $0 != name }.joined(separator: " "))"
  }
}
