/// A query that shows how to use the database. The table `examples` has all of them.
struct ExampleQuery: Sendable {
  let name: String
  /// The question it answers, as a sentence.
  let about: String
  let sql: String

  /// The queries of the folder `Examples`. The name of a file has hyphens instead of spaces, and its first line is a comment with the
  /// question.
  static let all = EmbeddedFiles.texts.filter { $0.key.hasPrefix(folder) }.sorted { $0.key < $1.key }.map { path, text in
    let name = String(path.dropFirst(folder.count).dropLast(".sql".count))
    let parts = text.split(separator: "\n", maxSplits: 1)
    return ExampleQuery(
      name: name.replacing("-", with: " "), about: String(parts[0].dropFirst("-- ".count)), sql: String(parts[1].dropLast()))
  }

  private static let folder = "Database/Examples/"
}
