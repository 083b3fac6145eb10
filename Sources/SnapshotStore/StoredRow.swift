import GRDB

/// A type whose values are stored as the rows of a table, each with a checksum in the column `check_sum` (`RowChecksum`).
protocol StoredRow {
  static var table: StoredTable { get }

  /// Reads the columns in their order. Throws `DamagedRow` if the checksum or a value is wrong.
  init(reading row: inout RowReader) throws

  /// The values in the order of the columns, without the checksum.
  var values: [any ColumnValue] { get }
}

/// The name, the columns and the insertion of a table.
struct StoredTable: Sendable {
  /// The effect of an insertion if there is a row with the same primary key.
  enum Conflict: String { case abort, ignore, replace, update }

  let name: String
  /// All columns for a query, with the checksum: `host.origin, host.failures, host.check_sum`.
  let columns: String
  /// The statement that inserts a row. Its parameters are the columns in their order.
  let insertion: String

  /// - Parameters:
  ///   - columns: without the checksum; the first one is the primary key if rows are updated.
  ///   - conflict: `update`, unlike `replace`, keeps a row that other rows refer to.
  init(_ name: String, _ columns: [String], or conflict: Conflict = .abort) {
    let columns = columns + ["check_sum"]
    self.name = name
    self.columns = columns.map { "\(name).\($0)" }.joined(separator: ", ")
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let values = "INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
    if conflict == .update {
      let assignments = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      insertion = "INSERT \(values) ON CONFLICT (\(columns[0])) DO UPDATE SET \(assignments)"
    } else {
      insertion = "INSERT OR \(conflict.rawValue) \(values)"
    }
  }
}

extension StoredRow {
  func insert(in database: Database) throws { try execute(Self.table.insertion, in: database) }

  /// Executes a statement whose parameters are the values of the row, followed by its checksum.
  func execute(_ sql: String, in database: Database) throws { try database.execute(sql, values, hasCheckSum: true) }

  /// Returns the rows that a clause selects.
  ///
  /// - Parameter clause: the text after the name of the table in a query, such as a condition and an order.
  static func rows(_ clause: String = "", _ values: [any ColumnValue] = [], in database: Database) throws -> RowCursor<Self> {
    try database.rows("SELECT \(table.columns) FROM \(table.name) \(clause)", values) { try Self(reading: &$0) }
  }

  static func first(_ clause: String, _ values: [any ColumnValue], in database: Database) throws -> Self? {
    try rows(clause, values, in: database).next()
  }

  /// Returns the row with a number, in the column `id`; nil if there is none.
  static func row(_ id: Int, in database: Database) throws -> Self? { try first("WHERE id = ?", [id], in: database) }

  /// Returns the first row that a clause selects; nil if there is none, or if it is damaged.
  static func firstIntact(_ clause: String, _ values: [any ColumnValue], in database: Database) throws -> Self? {
    do { return try first(clause, values, in: database) } catch is DamagedRow { return nil }
  }

  /// Reads all rows, to verify their checksums.
  static func verify(in database: Database) throws { try rows(in: database).forEach { _ in } }
}
