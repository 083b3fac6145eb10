import SimdJSON

/// All places at one moment: their states, and what lists write about them. Made once a minute, so that a question about the nearest places costs
/// no more than finding them.
final class PresentPlaces: Sendable {
  let states: PlaceStates
  /// The values of `status`, one after the other.
  private let written: [UInt8]
  /// Where each of them ends.
  private let ends: [Int]
  private let changes: [Instant?]

  init(_ entries: [Entry], by rule: StatusRule) {
    var (ends, changes) = ([Int](repeating: 0, count: entries.count), [Instant?](repeating: nil, count: entries.count))
    var writer = JSONWriter()
    states = PlaceStates(of: entries) { index, entry in
      let listing = rule.listing(entry)
      writer.truncate(to: writer.count)
      EntryListWriter.writeStatus(of: listing, to: &writer)
      (ends[index], changes[index]) = (writer.count, listing.changes)
      return PlaceState(listing.status)
    }
    // Entries that are not places have nothing.
    for index in ends.indices.dropFirst() where ends[index] == 0 { ends[index] = ends[index - 1] }
    (written, self.ends, self.changes) = (writer.bytes, ends, changes)
  }

  /// When the status of a place changes, or its sentence; nil if never.
  func change(of index: Int) -> Instant? { changes[index] }

  /// Calls `body` with the written status of a place.
  func withStatus<Result>(of index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    written.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[(index == 0 ? 0 : ends[index - 1])..<ends[index]])) }
  }
}
