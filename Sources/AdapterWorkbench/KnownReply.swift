public import FeedKit
import FeedMapping
import Fetching

/// Recognizes replies that a built-in mapping reads already.
public enum KnownReply {
  /// Returns the adapter that reads the most records of a reply with times or dishes, and how many; nil if none reads half of them.
  ///
  /// - Parameters:
  ///   - adapters: of these, mappings are tried.
  ///   - time: when the reply was received.
  public static func adapter(
    for body: [UInt8], among adapters: [any FeedAdapter], zone: Zone, receivedAt time: Instant
  ) async -> (id: AdapterID, entries: Int)? {
    guard let id = FeedID("campus/feed"), let campus = CampusID("campus") else { return nil }
    var best: (id: AdapterID, entries: Int, values: Int)?
    for case let adapter as MappingAdapter in adapters where adapter.mapping.format == .json {
      let request = adapter.mapping.request
      let feed = Feed(
        id: id, campus: Campus(id: campus, name: "Campus", timeZone: zone), adapter: adapter.manifest.id,
        addresses: [request: [FeedAddress("https://example.edu/")]])
      let file = "\(id)/\(request).json"
      let trial = await AdapterTrial(adapter, feed: feed, recording: Recording(defaultTime: time) { $0 == file ? body : nil })
      guard trial.refusal == nil, trial.draft.rejected == 0 else { continue }
      let read = trial.draft.entries.filter { $0.event != nil || $0.menu != nil || $0.place?.hours?.layers.isEmpty == false }
      guard !read.isEmpty, read.count * 2 >= trial.draft.entries.count else { continue }
      let values = trial.draft.lines(of: read)
      if best.map({ (read.count, values) > ($0.entries, $0.values) }) ?? true { best = (adapter.manifest.id, read.count, values) }
    }
    return best.map { ($0.id, $0.entries) }
  }
}

extension FeedDraft {
  /// The size of entries as lines.
  fileprivate func lines(of entries: [Entry]) -> Int {
    entries.reduce(0) { size, entry in
      var writer = JSONWriter()
      entry.write(to: &writer)
      return size + writer.count
    }
  }
}
