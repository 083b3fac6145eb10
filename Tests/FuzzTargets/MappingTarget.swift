import CampusCatalog
import FeedKit
import FeedMapping
import OpeningHours
import SimdJSON

/// A mapping file and, after a NUL, a reply: errors are in the file, a mapping is the same when its text is read again, and reading the reply
/// twice gives the same entries, of bounded size, which are those of a catalog.
enum MappingTarget {
  private static let file = "mapping.json"

  static func check(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = Array(parts[0])
    let mapping: Mapping
    do throws(FileError) { mapping = try Mapping(text, file: file) } catch {
      try require(error.file == file, "the error is in another file: \(error)")
      return try FilePlace(error).check(in: text, error.message)
    }
    let copy = try Mapping(Array(mapping.text.utf8), file: file)
    try require(copy.text == mapping.text && copy.version == mapping.version, "the text is not stable: \(mapping.text)")

    let body = parts.count > 1 ? Array(parts[1]) : sample(of: mapping.format)
    let (reading, again) = (try Reading(of: body, by: mapping), try Reading(of: body, by: copy))
    try require(reading == again, "the second reading differs: \(reading) became \(again)")
    let written = EntryLines(reading.entries)
    try require(try written.entries() == reading.entries, "the entries are not those of a catalog")
    let limits = FeedLimits()
    let most = limits.entryBytes + limits.expansion * body.count
    try require(written.bytes.count <= most, "a reply of \(body.count) bytes has entries of \(written.bytes.count)")
    try require(reading.notes.count <= limits.notes + 2, "there are \(reading.notes.count) notes")
  }

  /// What a mapping makes of a reply.
  private struct Reading: Equatable {
    var entries: [Entry] = []
    var notes: [Note] = []
    /// The error of a reply that is refused.
    var error: AdapterError?
    /// The addresses of the requests, and of the pages after the reply.
    var addresses: [[FeedAddress]] = []

    init(of body: [UInt8], by mapping: Mapping) throws {
      let feed = try MappingTarget.feed(of: mapping)
      let adapter = MappingAdapter(mapping, id: .mapping)
      var draft = FeedDraft(for: feed)
      do throws(AdapterError) {
        let requests = adapter.requests(for: feed)
        addresses = requests.map(\.addresses)
        let replies = requests.map { FeedReply(to: $0, body: body, receivedAt: Instant("2026-11-20T17:00:00Z")) }
        for reply in replies { addresses += try adapter.followUps(to: reply, for: feed).map(\.addresses) }
        try adapter.normalize(replies, of: feed, into: &draft)
        try draft.finish()
      } catch {
        self.error = error
      }
      if error == nil { entries = draft.entries }
      notes = draft.notes
    }
  }

  private static func feed(of mapping: Mapping) throws(BrokenProperty) -> Feed {
    guard let id = FeedID("town/feed"), let date = LocalDate("2026-11-26"),
      let holiday = Campus.Period(.holiday, name: "Thanksgiving", from: date, to: date)
    else { throw BrokenProperty("the feed is not valid") }
    let campus = Campus(
      id: id.campus, name: "Town", timeZone: Zone("America/New_York"), country: "US",
      location: Coordinate(latitude: 42.4475, longitude: -76.4831), calendar: [holiday])
    return Feed(id: id, campus: campus, adapter: .mapping, addresses: [mapping.request: [FeedAddress("https://example.edu/api?a=b")]])
  }

  /// A reply for mappings without one.
  private static func sample(of format: FeedRequest.Format) -> [UInt8] {
    let text =
      switch format {
      case .csv: "id,name,date,open,close,text\n1,Commons,2026-11-20,08:00,17:00,Mon-Fri 9-5\n"
      case .xml: "<list><item id=\"1\"><name>Commons</name><date>2026-11-20</date><open>08:00</open><close>17:00</close></item></list>"
      case .json, .ics:
        #"[{"id":1,"name":"Commons","date":"2026-11-20","open":"08:00","close":"17:00","text":"Mon-Fri 9-5","items":[{"name":"Soup"}]}]"#
      }
    return Array(text.utf8)
  }
}
