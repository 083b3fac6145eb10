import CampusCatalog

/// The entry lines of a catalog, each followed by a line feed. There is no header.
struct NDJSONLines: LineFormat {
  func text(of entries: [Entry]) -> [UInt8] { EntryLines(entries).bytes }
}
