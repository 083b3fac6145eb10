package import OpeningHours

/// A column of a relational export of entries.
package struct TableColumn: Sendable {
  /// The type of the cells of a column.
  package enum CellType: Sendable {
    case text, integer, real, boolean
    /// A decimal number.
    case decimal
    /// One of these texts.
    case choice([String])
  }

  package let name: String
  package let type: CellType
  /// The contents of the column, as a phrase.
  package let about: String
  /// Whether every row has a value.
  package let isRequired: Bool

  package init(_ name: String, _ about: String, _ type: CellType = .text, isRequired: Bool = false) {
    (self.name, self.type, self.about, self.isRequired) = (name, type, about, isRequired)
  }
}

/// The value of one cell of a table.
package enum TableCell: Sendable, Hashable {
  case text(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  /// An exact decimal number: digits, perhaps a point and more digits.
  case decimal(String)
  case empty

  package init(_ text: String?) { self = text.map { .text($0) } ?? .empty }
  package init(_ flag: Bool?) { self = flag.map { .boolean($0) } ?? .empty }
  package init(_ number: Double?) { self = number.map { .real($0) } ?? .empty }
  package init(_ number: Int?) { self = number.map { .integer($0) } ?? .empty }

  package init(decimal number: String?) { self = number.map { .decimal($0) } ?? .empty }

  /// The value as text; empty for an empty cell.
  package var text: String {
    switch self {
    case .text(let value): value
    case .integer(let value): "\(value)"
    case .real(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .boolean(let value): "\(value)"
    case .decimal(let value): value
    case .empty: ""
    }
  }

  /// Creates a cell with one text on each line.
  package init(lines texts: [String]) { self = texts.isEmpty ? .empty : .text(texts.joined(separator: "\n")) }
}

/// A column of a table with one row for each entry.
package struct EntryColumn: Sendable {
  package let column: TableColumn
  /// Returns the value of an entry. The zone is its campus's.
  package let cell: @Sendable (Entry, Zone?) -> TableCell

  /// - Parameter inZone: returns the value of an entry, given the zone of its campus.
  package init(_ name: String, _ about: String, inZone: @escaping @Sendable (Entry, Zone?) -> TableCell) {
    column = TableColumn(name, about)
    cell = inZone
  }

  /// - Parameter cell: returns the value of an entry.
  package init(
    _ name: String, _ about: String, _ type: TableColumn.CellType = .text, isRequired: Bool = false,
    cell: @escaping @Sendable (Entry) -> TableCell
  ) {
    column = TableColumn(name, about, type, isRequired: isRequired)
    self.cell = { entry, _ in cell(entry) }
  }
}
