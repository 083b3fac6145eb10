public import FeedKit

/// An adapter that reads a feed by the rules of a mapping file.
public struct MappingAdapter: FeedAdapter {
  public private(set) var manifest: AdapterManifest
  public let mapping: Mapping

  /// - Parameter id: the id of the adapter: "mapping" for the mapping of a single feed.
  public init(_ mapping: Mapping, id: AdapterID) {
    self.mapping = mapping
    manifest = AdapterManifest(
      id: id, version: mapping.version, title: mapping.title ?? "\(id)",
      summary: mapping.summary ?? "\(Self.subject(of: mapping)), read by a mapping file.",
      homepage: mapping.homepage ?? "", license: mapping.license ?? "", requests: [mapping.request],
      cadence: mapping.cadence ?? 3600, derivesIDs: mapping.entry?.derivesIDs ?? false)
    manifest.usesDateOfReceipt = mapping.usesDateOfReceipt
    manifest.readsDishLabels = mapping.menus?.hasLabels == true
  }

  /// What the labels of dishes mean, unless the registry entry of a feed says otherwise; nil if there are no menus.
  public var codes: CodeTable? { mapping.menus?.codes }

  private static func subject(of mapping: Mapping) -> String {
    switch mapping.kind {
    case .event: "Events"
    case .menu: "Menus"
    default: mapping.menus == nil ? "Places" : "Places and menus"
    }
  }

  public func requests(for feed: Feed) -> [FeedRequest] {
    let query = mapping.paging?.firstQuery
    var addresses = (feed.addresses[mapping.request] ?? []).map { address in query.map { address.adding($0) } ?? address }
    if let dates = mapping.dates, let address = addresses.first, address.dates == nil { addresses[0].dates = dates }
    return [FeedRequest(mapping.request, addresses: addresses, format: mapping.format)]
  }

  public func followUps(to reply: FeedReply, for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    guard let paging = mapping.paging, mapping.isPaged else { return [] }
    let document = try self.document(of: reply)
    let (count, start) = try firstRecord(of: document.root, in: reply)
    return try paging.request(after: reply, document.root, count: count, start: start, of: feed).map { [$0] } ?? []
  }

  public func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = mapping.menus != nil || mapping.entry?.hasTimes == true ? try draft.zone() : feed.campus.timeZone
    let shared = try context(of: replies, zone, &draft)
    var starts: Set<String> = []
    var bodies: Set<[UInt8]> = []
    var joined = JoinedRecords()
    for reply in replies {
      let document = try open(reply, &draft)
      if reply.request.dates != nil {
        // The records of two dates may have the same names, but all is the same only if the server ignores the date, or has nothing.
        if !mapping.usesDateOfReceipt, !bodies.insert(reply.body).inserted {
          if try firstRecord(of: document.root, in: reply).count > 0 {
            draft.note(.pageRepeats, in: reply, "the reply is the same as that of an earlier date and is not read again")
          }
          continue
        }
      } else if replies.count > 1, !starts.insert(try firstRecord(of: document.root, in: reply).start).inserted {
        draft.note(.pageRepeats, in: reply, "the page begins like an earlier one and is not read again")
        continue
      }
      let context = shared.of(reply)
      if mapping.isJoined {
        try collect(document.root, in: reply, context, into: &joined, &draft)
      } else if let entry = mapping.entry {
        try readLevel(entry, mapping.levels[...], of: document.root, at: "", key: nil, in: reply, zone, context, into: &draft)
      }
      try readMenus(of: document.root, in: reply, zone, context, into: &draft)
    }
    if mapping.isJoined { try read(joined, zone, shared, into: &draft) }
  }

  /// Returns the facts about all replies that rules use besides a record.
  private func context(of replies: [FeedReply], _ zone: Zone?, _ draft: inout FeedDraft) throws(AdapterError) -> ReadingContext {
    var today: LocalDate?
    if mapping.needsDateOfReceipt, let zone, let reply = replies.first {
      today = replies.compactMap { $0.dateOfReceipt(in: zone) }.min()
      if today == nil {
        let advice = "add the time to its metadata, as in {\"time\": \"2026-11-20T12:00:00Z\"}"
        draft.note(
          .hoursUnknown, in: reply, "the recording does not say when the reply was received, so its \"today\" is unknown; \(advice)")
      }
    }
    guard !mapping.others.isEmpty else { return ReadingContext(today: today) }
    var others: [OtherRecordRule: [String: String]] = [:]
    for reply in replies {
      let document = try self.document(of: reply)
      for rule in mapping.others {
        draft.checkTime(after: document.minimumValueCount)
        var texts = others.removeValue(forKey: rule) ?? [:]
        defer { others[rule] = texts }
        if let list = rule.list {
          guard let found = document.root.value(at: list) else { continue }
          var rows = Rows(found)
          while let row = rows.next() { rule.add(row, to: &texts) }
        } else {
          try forEachRecord(of: document.root, mapping.levels[...]) { rule.add($0, to: &texts) }
        }
      }
    }
    return ReadingContext(today: today, others: others)
  }

  /// Calls a function for each record of a reply. Lists that do not exist are left out: reading them reports that.
  private func forEachRecord(of group: JSONValue, _ levels: ArraySlice<RecordsRule>, _ body: (JSONValue) -> Void) throws(AdapterError) {
    guard let rule = levels.first else { return body(group) }
    guard let list = try? rule.list(in: group) else { return }
    if rule.isOne { return body(list) }
    var rows = Rows(list)
    while let row = rows.next() { try forEachRecord(of: row, levels.dropFirst(), body) }
  }

  /// Parses a reply.
  private func document(of reply: FeedReply) throws(AdapterError) -> JSONDocument {
    guard let xml = mapping.xml else { return try reply.document() }
    do {
      let document = try xml.document(try XMLDocument(parsing: reply.body))
      return document
    } catch let error as XMLError {
      throw AdapterError(error, in: reply.request)
    } catch {
      throw AdapterError(.wrongShape, in: reply.request, "\(error)")
    }
  }

  /// Parses a reply, with notes on oddities of its text.
  private func open(_ reply: FeedReply, _ draft: inout FeedDraft) throws(AdapterError) -> JSONDocument {
    guard let xml = mapping.xml else { return try draft.open(reply) }
    let elements = try draft.openXML(reply)
    do {
      let document = try xml.document(elements)
      return document
    } catch {
      throw AdapterError(.wrongShape, in: reply.request, "\(error)")
    }
  }

  /// Reads the lists at a pointer: of records, or of groups that contain further lists.
  private func readLevel(
    _ entry: EntryRule, _ levels: ArraySlice<RecordsRule>, of group: JSONValue, at parent: String, key groupKey: String?,
    in reply: FeedReply, _ zone: Zone?, _ context: ReadingContext, into draft: inout FeedDraft
  ) throws(AdapterError) {
    guard let rule = levels.first else { return }
    let pointer = parent + rule.pointer(in: group)
    let list = try rule.list(in: group, at: parent, of: reply)
    if levels.count == 1 {
      let feed = draft.feed
      if rule.isOne {
        if mapping.skip.hold(in: Scope(record: list, group: group, key: groupKey, context)) { return draft.skip(1) }
        draft.readSingleRecord(list, at: pointer, in: reply) { (record, notes) throws(JSONFieldError) in
          try entry.entry(in: Scope(record: record, group: group, key: groupKey, context), of: feed, zone, &notes)
        }
      } else {
        draft.readRows(list, at: pointer, in: reply, rules: mapping.ruleCount) { (key, record, notes) throws(JSONFieldError) in
          try entry.entry(in: Scope(record: record, group: group, key: key ?? groupKey, context), of: feed, zone, &notes)
        } skipping: { key, record in
          mapping.skip.hold(in: Scope(record: record, group: group, key: key ?? groupKey, context))
        }
      }
      return
    }
    var rows = Rows(list)
    while let row = rows.next() {
      let token = rows.key.map { JSONPointer.escape($0) } ?? String(rows.count - 1)
      try readLevel(
        entry, levels.dropFirst(), of: row, at: "\(pointer)/\(token)", key: rows.key ?? groupKey, in: reply, zone, context, into: &draft)
    }
  }

  /// Returns the number of records in the first list of a reply, and a text that identifies the first of them. A list of groups is identified
  /// by all of them, because each page may have the same ones, with other records.
  private func firstRecord(of root: JSONValue, in reply: FeedReply) throws(AdapterError) -> (count: Int, start: String) {
    let list: JSONValue
    do throws(JSONFieldError) { list = try mapping.levels[0].list(in: root) } catch { throw AdapterError(shape: error, in: reply.request) }
    if mapping.levels[0].isOne { return (1, Self.fingerprint(of: list)) }
    if mapping.levels.count > 1, list.count > 0 { return (list.count, Self.fingerprint(of: list)) }
    var rows = Rows(list)
    guard let first = rows.next() else { return (0, "") }
    // Records with one id may be on several pages.
    if mapping.isJoined { return (list.count, Self.fingerprint(of: first)) }
    var notes = RecordNotes()
    let scope = Scope(record: first, group: root, key: rows.key, ReadingContext())
    return (list.count, (try? mapping.entry?.recordKey(in: scope, &notes)) ?? rows.key ?? Self.fingerprint(of: first))
  }

  private static func fingerprint(of value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.copy(value)
    return RecordKey.hash(writer.text)
  }
}

extension AdapterID {
  /// The adapter of feeds with their own mapping.
  public static let mapping = MappingAdapter.id
}

extension MappingAdapter {
  fileprivate static let id: AdapterID = {
    guard let id = AdapterID("mapping") else { preconditionFailure("invalid id") }
    return id
  }()

  /// Creates a built-in adapter.
  ///
  /// - Parameter text: the text of a mapping file in Adapters/. An invalid text is a programming error, which a test detects.
  package init(builtIn id: StaticString, _ text: String?) {
    guard let id = AdapterID("\(id)"), let text else { preconditionFailure("there is no mapping \(id)") }
    do throws(FileError) { self.init(try Mapping(Array(text.utf8), file: "Adapters/\(id)"), id: id) } catch {
      preconditionFailure(error.description)
    }
  }
}
