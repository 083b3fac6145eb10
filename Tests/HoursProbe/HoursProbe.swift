import Foundation
import OpeningHours

/// Evaluates hours in a separate process, for programs that check the answers independently.
///
///     HoursProbe answer          questions on standard input, one JSON object a line; answers in the same order
///     HoursProbe zones YEAR YEAR names of zones on standard input; for each its name, offset and changes of offset
///     HoursProbe measure FILE    how many answers a second; see Benchmarks/hours
@main
struct HoursProbe {
  struct Usage: Error {}

  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "answer": while let line = readLine() { try answer(line) }
    case "zones" where arguments.count == 4:
      guard let first = LocalDate("\(arguments[2])-01-01"), let last = LocalDate("\(arguments[3])-01-01") else { throw Usage() }
      while let name = readLine() { print(ZoneProbe(name, from: first, to: last).line) }
    case "measure" where arguments.count == 3: try StatusMeasurement(file: arguments[2]).run()
    default: throw Usage()
    }
    fflush(nil)
  }

  private static func answer(_ line: String) throws {
    do {
      print(try HoursQuestion.answer(Array(line.utf8)))
    } catch {
      print(#"{"error":"\#(String(describing: error).replacing("\"", with: "'"))"}"#)
    }
  }
}
