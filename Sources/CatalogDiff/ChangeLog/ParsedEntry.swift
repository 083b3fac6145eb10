import CampusCatalog

/// An entry of one of the catalogs with its canonical line.
struct ParsedEntry {
  let entry: Entry
  let line: [UInt8]
}
