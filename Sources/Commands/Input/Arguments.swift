import ArgumentParser
import Basics
import CampusCatalog
import Glibc

/// Prepares the arguments of the command line for the parser.
enum Arguments {
  /// Returns the arguments changed so that the parser does not mistake a negative number for an option: after `near` or `--near`, a space
  /// is put before each number of a position that begins with a hyphen; any other negative number is joined with the option before it, as
  /// in `--limit=-1`.
  static func readable(_ words: [String]) -> [String] {
    var readable: [String] = []
    for (index, word) in words.enumerated() {
      let before = words[..<index].last { !isCoordinates($0) && (!$0.hasPrefix("-") || $0.hasPrefix("--")) } ?? ""
      if !isNegative(word) {
        readable.append(word)
      } else if before == "--near" || words.first == "near" && !before.hasPrefix("--") {
        readable.append(" " + word)
      } else if before.hasPrefix("--"), before != "--", !before.contains("="), readable.last == before {
        readable[readable.count - 1] += "=\(word)"
      } else {
        readable.append(word)
      }
    }
    return readable
  }

  /// Whether a word is a negative number, perhaps with others or with a unit: "-1", "-33.4,151", "-5m".
  private static func isNegative(_ word: String) -> Bool {
    word.wholeMatch(of: /-[0-9.][-0-9.,+ ]*[a-z]*/) != nil
  }

  /// Whether a word is a number or a position.
  private static func isCoordinates(_ word: String) -> Bool {
    word.allSatisfy("0123456789.,+- ".contains) && word.contains(where: \.isNumber)
  }

  /// Refuses arguments that are not UTF-8: converted to text, they would differ and name other files.
  static func checkEncoding() throws(Failure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index], let text = PlainText.quotedIfNotUTF8(word) else { continue }
      throw Failure(.usage, "argument \(index) (\(text)) is not UTF-8, so it cannot be used as a file name; rename the file")
    }
  }

  /// The maximum number of arguments: ArgumentParser takes time in proportion to the square of their number.
  private static let most = 2_000

  /// Checks the number of arguments, and that the first one is an option or a command: the default command takes only options.
  static func check(_ words: [String], among commands: [CommandConfiguration]) throws(Failure) {
    guard words.count <= most else {
      throw Failure(.usage, "the command line has \(words.count) arguments; use at most \(most), or name values in the settings")
    }
    // After "help", the command whose help is wanted.
    let name = words.first == "help" ? words.dropFirst().first : words.first
    guard let word = name, !word.hasPrefix("-"), word != "help", !commands.contains(where: { $0.commandName == word }) else { return }
    let names = displayedNames(commands)
    let near =
      SpellingSuggestion.of(word, among: names).map { "did you mean \($0)?" } ?? "the commands are \(names.joined(separator: ", "))"
    throw Failure(.usage, "unknown command \(PlainText.visible(word)); \(near)")
  }

  /// Returns the names of the commands that are not hidden.
  private static func displayedNames(_ commands: [CommandConfiguration]) -> [String] {
    commands.filter(\.shouldDisplay).compactMap(\.commandName)
  }

  /// Returns the parser's message in the form of all others: "Error: Unknown option '--tga'. Did you mean '--tag'?" becomes
  /// "unknown option '--tga'; did you mean '--tag'?". The usage follows on further lines.
  static func message(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard var first = lines.first else { return text }
    if first.hasPrefix("Error: ") { first.removeFirst("Error: ".count) }
    if first.hasSuffix(".") { first.removeLast() }
    if let initial = first.first, initial.isUppercase, first.dropFirst().first?.isLowercase == true {
      first = initial.lowercased() + first.dropFirst()
    }
    if let option = first.wholeMatch(of: /(unknown option '(.*)')\. Did you mean '(.*)'\?/) {
      // The parser always suggests the closest option, however different it is.
      first =
        String(option.1) + (SpellingSuggestion.of(String(option.2), among: [String(option.3)]).map { "; did you mean '\($0)'?" } ?? "")
    }
    if let wrong = first.wholeMatch(
      of: /the value '(.*)' is invalid for '(\S+)(?: <.*>)?'(?:: (.*)|\. Please provide (.*))?/.dotMatchesNewlines())
    {
      let reason =
        wrong.3.map(String.init) ?? "invalid value \"\(wrong.1)\"" + (wrong.4.map { "; use \($0.replacing("'", with: ""))" } ?? "")
      // An argument has its name in angle brackets.
      first = "\(wrong.2.filter { !"<>".contains($0) }): \(reason)"
    }
    lines[0] = first
    return lines.joined(separator: "\n")
  }

  /// Returns a hint if the command line may have been rejected because a command's name follows its options; otherwise nil.
  static func hint(_ words: [String], _ commands: [CommandConfiguration], _ message: String) -> String? {
    let names = displayedNames(commands)
    guard let first = words.first, first.hasPrefix("-"), let name = words.first(where: names.contains), message.contains("'\(name)'")
    else { return nil }
    return "the command comes first: aggregate \(name) \(words.filter { $0 != name }.joined(separator: " "))"
  }
}

extension PlainText {
  /// Returns text from the system in quotes, for messages, if it is not UTF-8; otherwise nil. Bytes beyond ASCII are written as `\xE9`.
  static func quotedIfNotUTF8(_ bytes: UnsafePointer<CChar>) -> String? {
    guard String(validatingCString: bytes) == nil else { return nil }
    let text = UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map(UInt8.init(bitPattern:)).map { byte in
      byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
    return "\"" + visible(text, isOneLine: true) + "\""
  }
}

/// Parses the value of an option that accepts one of a few words.
func knownValue<Value: RawRepresentable<String> & CaseIterable>(_ text: String, _ kind: String) throws(Failure) -> Value {
  if let value = Value(rawValue: text.lowercased()) { return value }
  let known = Value.allCases.map(\.rawValue)
  let near = SpellingSuggestion.of(text, among: known).map { "did you mean \"\($0)\"? Use one of" } ?? "use one of"
  throw Failure(.usage, "no \(kind) \"\(text)\"; \(near) \(known.joined(separator: ", "))")
}

/// Parses the value of an option while the command line is parsed.
///
/// - Parameter values: the values in the order of the help.
func parsedChoice<Value: RawRepresentable<String> & CaseIterable>(
  _ text: String, _ name: String, among values: [Value] = Array(Value.allCases)
) throws -> Value {
  if let value = Value(rawValue: text) { return value }
  throw ValidationError("unknown \(name) \"\(text)\"; use one of \(values.map(\.rawValue).joined(separator: ", ")).")
}

/// Parses a whole number while the command line is parsed.
///
/// - Parameter example: a valid number, for the message.
func parsedNumber<Number: FixedWidthInteger>(_ text: String, from least: Number, such example: Number) throws -> Number {
  guard let number = Number(text) else { throw ValidationError("invalid number \"\(text)\"; write a number such as \(example)") }
  guard number >= least else { throw ValidationError("\"\(text)\" must be \(least) or more") }
  return number
}
