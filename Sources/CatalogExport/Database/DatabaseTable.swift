import CampusCatalog

/// A table of the database: how to create it, and how to insert a row.
struct DatabaseTable: Sendable {
  typealias Column = ExportTable.Column

  /// The statement that creates the table. SQLite stores its comments, so that `.schema` describes the table and its columns.
  let definition: String
  /// The statement that inserts a row.
  let insertion: String

  /// - Parameters:
  ///   - about: the content of the table, as a sentence.
  ///   - constraints: the table's constraints, in SQL. At least one.
  ///   - hasRowID: whether the rows have numbers; otherwise they are stored by their primary key.
  init(_ name: String, _ about: String, _ columns: [Column], constraints: [String], hasRowID: Bool = false) {
    let lines = columns.map { "  \(Self.sql($0)), -- \($0.about)\n" }
    let definition = """
      CREATE TABLE \(name) ( -- \(about)
      \(lines.joined())  \(constraints.joined(separator: ",\n  "))
      ) STRICT\(hasRowID ? "" : ", WITHOUT ROWID")
      """
    self.init(name, definition: definition, columns: columns.map(\.name))
  }

  /// - Parameter columns: the names of the columns.
  init(_ name: String, definition: String, columns: [String]) {
    self.definition = definition
    let values = columns.map { _ in "?" }.joined(separator: ", ")
    insertion = "INSERT INTO \(name) (\(columns.map(Self.quoted).joined(separator: ", "))) VALUES (\(values))"
  }

  private static func sql(_ column: Column) -> String {
    let name = quoted(column.name)
    let (type, values): (String, String?) =
      switch column.type {
      case .text: ("TEXT", nil)
      case .integer: ("INTEGER", nil)
      case .real, .decimal: ("REAL", nil)
      case .boolean: ("INTEGER", "0, 1")
      case .choice(let texts): ("TEXT", texts.map { "'\($0)'" }.joined(separator: ", "))
      }
    return "\(name) \(type)\(column.isRequired ? " NOT NULL" : "")\(values.map { " CHECK (\(name) IN (\($0)))" } ?? "")"
  }

  /// Returns the name of a column in SQL, where "order" is a keyword.
  private static func quoted(_ name: String) -> String { name == "order" ? "\"order\"" : name }
}
