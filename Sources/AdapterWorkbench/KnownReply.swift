public import FeedKit
import Fetching

/// Recognizes replies that a built-in adapter reads already.
public enum KnownReply {
  /// An adapter that reads a reply.
  public struct Known: Sendable {
    public let id: AdapterID
    /// The number of entries with times or dishes.
    public let entries: Int
    /// The address for a feed: that of menus has placeholders instead of a date. Nil if it is unknown.
    public let address: String?

    init(_ id: AdapterID, _ entries: [Entry], _ address: String?, _ zone: Zone) {
      (self.id, self.entries) = (id, entries.count)
      let dated = address.flatMap { WebAddress($0) }.flatMap { DatedAddress($0, zone: zone)?.template }
      self.address = entries.contains { $0.menu != nil } ? dated ?? address : address
    }
  }

  /// Returns the adapter that reads the most records of a reply with times or dishes, and how many; nil if none reads half of them.
  ///
  /// - Parameters:
  ///   - address: the address that sent it, which may name the place; nil if it is unknown.
  ///   - adapters: those that are tried, each with this reply alone.
  ///   - time: when the reply was received.
  public static func adapter(
    for body: [UInt8], from address: String?, among adapters: [any FeedAdapter], zone: Zone, receivedAt time: Instant
  ) async -> Known? {
    guard let id = FeedID("campus/feed"), let campus = CampusID("campus") else { return nil }
    let hasPrices =
      JSONTree(parsing: body)?.leaves.contains { leaf in
        guard case .literal(let number) = leaf.value, let amount = Double(number) else { return false }
        return amount > 0 && leaf.path.contains(where: KeyHint.price.matches)
      } ?? false
    var best: (known: Known, values: Int)?
    for adapter in adapters {
      for request in adapter.manifest.requests {
        let feed = Feed(
          id: id, campus: Campus(id: campus, name: "Campus", timeZone: zone), adapter: adapter.manifest.id,
          addresses: [request: [FeedAddress(address ?? "https://example.edu/")]])
        let files = FeedRequest.Format.allCases.map { "\(id)/\(request).\($0.rawValue)" }
        let trial = await AdapterTrial(adapter, feed: feed, recording: Recording(defaultTime: time) { files.contains($0) ? body : nil })
        guard trial.refusal == nil, trial.failure == nil, trial.draft.rejected == 0 else { continue }
        let read = trial.draft.entries.filter { $0.event != nil || $0.menu != nil || $0.place?.hours?.layers.isEmpty == false }
        guard !read.isEmpty, read.count * 2 >= trial.draft.entries.count else { continue }
        // Prices that an adapter does not find are those of another kitchen, whose dishes it reads by chance.
        let dishes = read.compactMap(\.menu).flatMap(\.dishes)
        if !dishes.isEmpty, dishes.allSatisfy(\.prices.isEmpty), hasPrices { continue }
        let values = trial.draft.lines(of: read)
        if best.map({ (read.count, values) > ($0.known.entries, $0.values) }) ?? true {
          best = (Known(adapter.manifest.id, read, address, zone), values)
        }
      }
    }
    return best?.known
  }

  /// Returns the adapter of a platform whose feeds begin like a reply in XML; nil if there is none.
  public static func platform(of body: [UInt8]) -> (title: String, adapter: AdapterID)? {
    let text = String(decoding: body.prefix(Limit.head), as: UTF8.self)
    guard text.drop(while: \.isWhitespace).first == "<" else { return nil }
    return PlatformTable.all.replies.first { $0.matches(text) }.map { ($0.title, $0.adapter) }
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
