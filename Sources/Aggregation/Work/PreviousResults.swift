import CampusCatalog

/// Last good results: the lines of an earlier run, or a store.
package struct PreviousResults: Sendable {
  private let inputs: [WorkInput]
  private let stores: [any FeedStore]

  package init(_ inputs: [WorkInput] = [], stores: [any FeedStore] = []) {
    self.inputs = inputs
    self.stores = stores
  }

  /// Returns these results, and others before them.
  func preceded(by input: WorkInput) -> PreviousResults { PreviousResults([input] + inputs, stores: stores) }

  /// Whether there are no previous results at all.
  package var isEmpty: Bool { stores.isEmpty && inputs.allSatisfy(\.hasNoEntries) }

  /// Returns the lines of a feed's entries with this hash; nil if there are none.
  ///
  /// - Parameter content: the SHA-256 of the lines in lower-case hexadecimal.
  func lines(of feed: FeedID, _ content: String) async throws(StoreError) -> EntryLines? {
    for input in inputs { if let lines = input.lines(of: feed, content) { return lines } }
    for store in stores {
      guard let last = try await store.states(of: [feed])[feed]?.lastGood, last.content == content else { continue }
      return EntryLines(bytes: try await store.entries(of: feed), count: last.entries)
    }
    return nil
  }
}
