import CampusCatalog
import FeedKit

/// Collects the notes of a merge: for each feed as many as it may have of its content, and one that counts the others.
struct MergeNotes {
  private var notes: [[Note]]
  private var omitted: [Int]
  private let most = FeedLimits().notes

  init(feeds: Int) {
    notes = Array(repeating: [], count: feeds)
    omitted = Array(repeating: 0, count: feeds)
  }

  mutating func add(_ note: Note, to feed: Int) {
    if notes[feed].count < most { notes[feed].append(note) } else { omitted[feed] += 1 }
  }

  func all(of feed: Int) -> [Note] {
    guard omitted[feed] > 0 else { return notes[feed] }
    return notes[feed] + [Note(.notes, "\(omitted[feed]) more notes on the merge were left out")]
  }
}
