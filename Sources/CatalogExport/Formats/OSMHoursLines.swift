import CampusCatalog
import OpeningHours

/// The opening hours of places as OpenStreetMap writes them: lines with an id, a tab and the text. Lines that begin with `#` are comments.
///
/// A place has no line if its hours are unknown, or if other programs might read the text differently (`Schedule.portableOSM`).
struct OSMHoursLines: LineFormat {
  private let header: ExportHeader

  init(_ header: ExportHeader) { self.header = header }

  var separator: StaticString { "" }

  func begin() -> [UInt8] {
    var text = TextBuffer()
    func comment(_ line: String) {
      text.append("# ")
      text.append(PlainText.visible(line, isOneLine: true))
      text.append("\n")
    }
    comment("opening hours of the catalog of \(header.generatedAt): id, tab, opening_hours")
    comment("a place without a line has unknown hours, or hours that this text cannot express")
    header.sourceTexts.forEach(comment)
    return text.bytes
  }

  func text(of entries: [Entry]) -> [UInt8] {
    var text = TextBuffer(capacity: entries.count * 128)
    for entry in entries {
      guard let hours = entry.place?.hours?.portableOSM else { continue }
      text.append(entry.id.description)
      text.append("\t")
      text.append(hours)
      text.append("\n")
    }
    return text.bytes
  }

  func end() -> [UInt8] { [] }
}
