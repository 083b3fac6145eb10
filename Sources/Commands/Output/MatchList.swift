import CampusCatalog
import CatalogDiff

/// Lists the entries that a text may mean, for a command that needs one of them.
enum MatchList {
  /// Prints the entries with their ids, and advice.
  ///
  /// - Parameters:
  ///   - action: the verb for the command's action, such as "explain".
  ///   - isJSON: whether the output is for a program, which cannot use such a list.
  static func print(_ matches: [(name: String?, id: EntryID)], of text: String, _ action: String, asJSON isJSON: Bool) throws(Failure) {
    let what = "\(matches.count) entries match \"\(text)\""
    if isJSON { throw Failure(.usage, "\(what): \(matches.map(\.id.description).joined(separator: ", ")); name one of them by its id") }
    let terminal = Terminal.current(try CommandEnvironment.current().variables)
    let lines = matches.flatMap { ChangeText.title($0.name ?? $0.id.description, id: $0.id.description).lines(on: terminal) }
    try Console.write(lines.map { $0 + "\n" }.joined())
    Console.note("\(what); \(action) one of them by its id")
  }
}
