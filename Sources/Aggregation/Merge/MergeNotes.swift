import CampusCatalog
import FeedKit

/// The notes of a merge by feed, up to `FeedLimits.notes` for each, and one that counts the rest.
struct MergeNotes {
  private var notes: [[Note]]
  private var omitted: [Int]
  private let maximum = FeedLimits().notes

  init(feeds: Int) {
    notes = Array(repeating: [], count: feeds)
    omitted = Array(repeating: 0, count: feeds)
  }

  /// Adds a note, or only counts it if the feed already has the maximum.
  mutating func add(_ note: Note, to feed: Int) {
    if notes[feed].count < maximum { notes[feed].append(note) } else { omitted[feed] += 1 }
  }

  func all(of feed: Int) -> [Note] {
    guard omitted[feed] > 0 else { return notes[feed] }
    return notes[feed] + [Note(.notes, "\(omitted[feed]) more notes on the merge were left out")]
  }
}
