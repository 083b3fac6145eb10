public import AdapterTesting
public import FeedKit
import FeedMapping
public import Fetching

/// One reading of replies by an adapter, with everything that its author wants to see: entries, notes, records that were set aside, and
/// the raw record behind each entry.
public struct AdapterTrial: Sendable {
  public let draft: FeedDraft
  /// The error that refused the whole feed; nil if it was read.
  public let refusal: AdapterError?
  /// Why a reply that the feed needs cannot be used; the feed was then not read.
  public let failure: TransportFailure?
  private let replies: [FeedReply]

  /// Reads replies as the engine does, without fetching anything.
  ///
  /// - Parameter bodies: a body for each request, by its label ("venues", "guides.2"). Requests without one are left out.
  public init(_ adapter: any FeedAdapter, feed: Feed, bodies: [String: [UInt8]]) async {
    let recording = Recording { path in
      let file = path.dropFirst("\(feed.id)/".count)
      return bodies[String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])]
    }
    await self.init(adapter, feed: feed, recording: recording)
  }

  /// Reads the replies of a recording as the engine does, without fetching anything.
  public init(_ adapter: any FeedAdapter, feed: Feed, recording: Recording) async {
    var draft = FeedDraft(for: feed)
    var replies: [FeedReply] = []
    var (refusal, failure): (AdapterError?, TransportFailure?)
    do throws(AdapterError) {
      var requests: [FeedRequest] = []
      for request in try await adapter.requests(for: feed) { requests += try request.expanded(on: nil) }
      var next = 0
      while next < requests.count, failure == nil {
        let request = requests[next]
        next += 1
        switch await recording.answer(to: request, of: feed, knowing: nil) {
        case .reply(let reply, _):
          replies.append(reply)
          do throws(AdapterError) {
            requests += try await adapter.followUps(to: reply, for: feed)
          } catch {
            // Nothing is requested here, so a page on another server is only missing.
            guard error.code == .policyHost else { throw error }
            draft.add(Note(error.code, request: error.request, pointer: error.pointer, error.advice))
          }
        case .failure(let found) where found.reason == .http(404) && request.dates?.mayBeMissing == true: break
        case .failure(let found) where request.isRequired && request.page == 1:
          failure = found
          // A text about an unreadable file begins with its name.
          if found.reason != .recordingUnreadable { failure?.detail = "\(recording.name(of: request, of: feed)): \(found.detail)" }
        case .failure(let found): draft.add(Note(found.reason, request: request.label, found.detail))
        case .missing, .notModified: break
        }
      }
      if failure == nil, !replies.isEmpty {
        try await adapter.normalize(replies, of: feed, into: &draft)
        try draft.finish()
        try draft.checkRejections()
      }
    } catch {
      refusal = error
    }
    self.draft = draft
    self.replies = replies
    self.refusal = refusal
    self.failure = failure
  }

  /// Whether there were no answers at all.
  var isEmpty: Bool { replies.isEmpty && failure == nil && refusal == nil }

  /// The replies in JSON and CSV.
  var trees: [JSONTree] {
    replies.filter { [.json, .csv].contains($0.request.format) }.compactMap { reply in
      guard let document = try? reply.document() else { return nil }
      return JSONTree(document.root)
    }
  }

  /// Returns where the record of an entry is, and its raw values with their pointers, in the order of the record: "/name", "The Terrace".
  /// Nil if it is unknown. Of calendars, values that may name private persons are left out.
  public func record(of id: EntryID) -> (pointer: RecordPointer, values: [(pointer: String, json: String)])? {
    guard let index = draft.ids.firstIndex(of: id) else { return nil }
    let recordPointer = draft.pointers[index]
    guard let reply = replies.first(where: { $0.request.label == recordPointer.request }) else { return nil }
    if reply.request.format == .xml {
      guard let record = (try? XMLDocument(parsing: reply.body))?.root.element(at: recordPointer.pointer) else { return nil }
      var values: [(pointer: String, json: String)] = []
      Self.collect(record, at: "", &values)
      return (recordPointer, values)
    }
    if reply.request.format == .ics {
      guard let index = recordPointer.index, let records = ReplyTree(parsing: reply.decodedBody)?.records(at: recordPointer.parent),
        records.indices.contains(index)
      else { return nil }
      let values = records[index].texts.filter { !Self.isPersonal($0.pointer) }
      return (recordPointer, values.map { ($0.pointer, JSONTree.string($0.text).text) })
    }
    guard let path = JSONPath(recordPointer.pointer), let document = try? reply.document(),
      let record = document.root.value(at: path)
    else { return nil }
    return (
      recordPointer,
      JSONTree(record).leaves.map { ($0.path.map { "/\(JSONPointer.escape($0))" }.joined(), $0.value.text) }
    )
  }

  /// Returns whether a value of a calendar may name private persons, who are not part of the data.
  private static func isPersonal(_ pointer: String) -> Bool {
    ["/ORGANIZER", "/ATTENDEE", "/CONTACT", "/X-"].contains { pointer.hasPrefix($0) } && !pointer.hasPrefix("/X-MICROSOFT-CDO-ALLDAYEVENT")
  }

  /// Returns some entries with their raw records, evenly spread. Entries of replies that are neither JSON nor CSV are left out.
  func samples(_ maximum: Int) -> [(entry: Entry, record: JSONTree)] {
    let step = max(1, (draft.entries.count + maximum - 1) / max(1, maximum))
    let chosen = stride(from: 0, to: draft.entries.count, by: step).map { draft.entries[$0] }
    let pointers = Dictionary(zip(draft.ids, draft.pointers)) { first, _ in first }
    var trees: [String: JSONTree] = [:]
    for reply in replies where [.json, .csv].contains(reply.request.format) {
      if let document = try? reply.document() { trees[reply.request.label] = JSONTree(document.root) }
    }
    return chosen.compactMap { entry in
      guard let place = pointers[entry.id], let tree = trees[place.request] else { return nil }
      return tree.value(at: JSONPointer.tokens(place.pointer)[...]).map { (entry, $0) }
    }
  }

  private static func collect(_ element: XMLElement, at pointer: String, _ values: inout [(pointer: String, json: String)]) {
    for (name, text) in element.attributes.map({ ("/@\(JSONPointer.escape($0.name))", $0.value) }) + [("", element.text)] {
      guard let line = PlainText.line(text) else { continue }
      values.append((pointer + name, JSONTree.string(line).text))
    }
    let counts = Dictionary(element.children.map { ($0.name, 1) }, uniquingKeysWith: +)
    var indices: [String: Int] = [:]
    for child in element.children {
      let index = indices[child.name, default: 0]
      indices[child.name] = index + 1
      let step = "/\(JSONPointer.escape(child.name))" + (counts[child.name] == 1 ? "" : "/\(index)")
      collect(child, at: pointer + step, &values)
    }
  }
}

extension AdapterTrial {
  /// Returns the contract of the adapter on the first records of each reply; a few are enough, because it reads them some thousand times.
  ///
  /// Of records in groups, the largest group is used. Replies that are neither JSON nor XML, and those without a list of records,
  /// take part as they are.
  ///
  /// - Parameters:
  ///   - seed: decides how records and keys are shuffled.
  ///   - samples: about how many damaged replies of a kind are read; nil for all.
  public func contract(_ adapter: any FeedAdapter, feed: Feed, seed: UInt64 = 1, samples: Int? = nil) -> AdapterContract {
    var bodies: [String: [UInt8]] = [:]
    var lists: [String: String] = [:]
    for reply in replies where reply.request.page == 1 {
      let label = reply.request.label
      // The contract has no headers.
      bodies[label] = reply.decodedBody
      let parents = draft.pointers.filter { $0.request == label && $0.index != nil }.map(\.parent)
      let counts = Dictionary(grouping: parents) { $0 }.mapValues(\.count)
      guard let parent = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key, var tree = ReplyTree(parsing: reply.body),
        let records = tree.records(at: parent)
      else { continue }
      tree = tree.withoutRecords(at: Set(counts.keys.filter { $0 != parent }))
      bodies[label] = tree.replacingRecords(at: parent, with: Array(records.prefix(Self.fewRecords)))?.bytes ?? reply.body
      lists[label] = parent
    }
    var contract = AdapterContract(adapter, feed: feed, bodies: bodies, records: lists, seed: seed, samples: samples)
    if let adapter = adapter as? MappingAdapter { contract.repeatingRules = { adapter.repeatingRules($0) } }
    return contract
  }

  private static let fewRecords = 4
}
