import CampusCatalog
import SimdJSON

/// The entry lines of a catalog, each followed by a line feed. There is no header.
struct NDJSONLines: LineFormat {
  var separator: StaticString { "" }

  func begin() -> [UInt8] { [] }

  func text(of entries: [Entry]) -> [UInt8] { EntryLines(entries).bytes }

  func end() -> [UInt8] { [] }
}
