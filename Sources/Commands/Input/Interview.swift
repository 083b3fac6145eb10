import Basics
import CampusCatalog
import Glibc

/// Asks for values missing from the command line, one per line, if stdin is a terminal.
struct Interview {
  /// Whether the user can answer.
  let isPossible = isatty(STDIN_FILENO) == 1
  private(set) var hasAsked = false

  /// Asks until the answer can be used. An empty answer is the default.
  ///
  /// - Throws: `Failure` at the end of stdin.
  mutating func ask<Value>(
    _ question: String, default standard: String? = nil, _ value: (String) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    hasAsked = true
    while true {
      Console.draw(PlainText.visible(question + (standard.map { " [\($0)]" } ?? ""), isOneLine: true) + ": ")
      guard let line = readLine() else { throw Failure(.usage, "there was no answer, so nothing was changed") }
      let answer = line.trimmed
      guard let text = answer.isEmpty ? standard : answer else { continue }
      do throws(Failure) { return try value(text) } catch { Console.error(error.message ?? "please answer again") }
    }
  }

  /// Asks a question that is answered with yes or no.
  mutating func confirm(_ question: String, default standard: Bool) throws(Failure) -> Bool {
    try ask("\(question) (y/n)", default: standard ? "y" : "n") { (answer) throws(Failure) in
      switch answer.lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: throw Failure(.usage, "answer y or n")
      }
    }
  }
}
