import CampusCatalog
import OpeningHours

/// The opening hours of places as OpenStreetMap writes them: lines with an id, a tab and the text. Lines that begin with `#` are comments.
///
/// With usual weeks, these are the hours. A place has no line if its hours are unknown, or if other programs might read the text differently (`Schedule.portableOSM`).
struct OSMHoursLines: LineFormat {
  private let header: ExportHeader

  init(_ header: ExportHeader) { self.header = header }

  func begin() -> [UInt8] {
    let isUsual = header.usual != nil
    let comments = [
      "\(isUsual ? "usual " : "")opening hours of the catalog of \(header.generatedAt): id, tab, opening_hours",
      "a place without a line has \(isUsual ? "hours that were not the same on each weekday of three weeks" : "unknown hours"), or hours that this text cannot express",
    ]
    return (comments + header.sourceTexts).flatMap { "# \(PlainText.visible($0, isOneLine: true))\n".utf8 }
  }

  func text(of entries: [Entry]) -> [UInt8] {
    entries.flatMap { entry in header.baseHours(of: entry)?.portableOSM.map { Array("\(entry.id)\t\($0)\n".utf8) } ?? [] }
  }
}
