import CampusCatalog

/// A format in which the text of each entry depends on no other entry, so that batches of entries are rendered in parallel.
protocol LineFormat: Sendable {
  /// The bytes between the texts of two batches.
  var separator: StaticString { get }

  /// Returns the bytes before the entries.
  func begin() -> [UInt8]

  /// Returns the text of entries, with separators between them; nothing if the format has none of them.
  func text(of entries: [Entry]) -> [UInt8]

  /// Takes note of entries that were rendered. Called in the order of the catalog.
  ///
  /// - Parameter all: these entries and those that the filter leaves out.
  mutating func note(_ entries: [Entry], among all: [Entry])

  /// Returns the bytes after the entries.
  func end() -> [UInt8]
}

extension LineFormat {
  var separator: StaticString { "" }

  func begin() -> [UInt8] { [] }

  func end() -> [UInt8] { [] }

  mutating func note(_ entries: [Entry], among all: [Entry]) {}
}
