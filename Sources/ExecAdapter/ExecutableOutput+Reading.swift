package import FeedKit

extension ExecutableOutput {
  /// Parses a document that a program wrote.
  static func parse(_ bytes: [UInt8]) throws -> JSONDocument {
    let document = try JSONDocument(parsing: bytes)
    if document.hasByteOrderMark { throw markError }
    return document
  }

  private static let markError = AdapterError(.pluginProtocol, "the output begins with a byte order mark, which is not part of JSON")

  /// Reads the document of `requests` or `follow-ups`.
  ///
  /// - Parameters:
  ///   - feed: has the addresses of requests without any. Only requests to its servers are allowed.
  ///   - names: the requests of the manifest.
  ///   - reply: the reply that the requests follow, whose addresses the program may have used.
  /// - Throws: `AdapterError`, with the code `plugin.protocol` for anything that is not such a document.
  package static func requests(
    in bytes: [UInt8], of feed: Feed, names: [String], after reply: FeedReply? = nil
  ) throws(AdapterError) -> [FeedRequest] {
    do {
      let document = try parse(bytes)
      let root = document.root
      try ExecutableInput.check(root)
      if let error = try error(in: root) { throw error }
      try root.expectOnly(["protocol", "requests"])
      return try root.requiredList("requests") { (value) throws(JSONFieldError) in
        let request = try FeedRequest(reading: value, addresses: feed.addresses)
        guard names.contains(request.name) else { throw value.fault(.value, "\"\(request.name)\" is not a request of the manifest") }
        for address in request.addresses where !feed.hasServer(of: address.url) {
          throw value.fault(.value, "\(address.url) is not on a server of the feed's addresses or \"hosts\"")
        }
        return value["addresses"] == nil ? request : request.with(isForeign: reply?.isForeign)
      }
    } catch let error as AdapterError {
      throw error
    } catch {
      throw AdapterError(unexpected: error)
    }
  }

  /// Adds the entries, rejected records and notes of the document of `normalize` to a draft. They are checked like the text of any feed:
  /// an entry that is not valid is set aside, and one with the id of another feed refuses the whole document.
  ///
  /// - Throws: `AdapterError`, with the code `plugin.protocol` for anything that is not such a document.
  package static func read(_ bytes: [UInt8], replies: [FeedReply], into draft: inout FeedDraft) throws(AdapterError) {
    guard let first = replies.first?.request else { return }
    // The output is JSON, whatever the format of the replies.
    let reply = FeedReply(to: FeedRequest(first.name, page: first.page, addresses: []), body: bytes)
    let document: JSONDocument
    do throws(AdapterError) { document = try draft.open(reply) } catch {
      // An error in this text is the program's, not the reply's.
      do { _ = try parse(bytes) } catch { throw AdapterError(unexpected: error) }
      throw error
    }
    guard !document.hasByteOrderMark else { throw markError }
    do {
      let root = document.root
      try ExecutableInput.check(root)
      if let error = try error(in: root) { throw error }
      try root.expectOnly(["protocol", "entries", "places", "rejected", "notes", "skipped"])
      let requests = Dictionary(replies.map { ($0.request.label, $0.request) }) { first, _ in first }
      let pointers = try root.list("places") { (value) throws(JSONFieldError) in try recordPointer(value, requests, first) }
      let entries = try root.requiredArray("entries")
      guard pointers.isEmpty || pointers.count == entries.count else {
        throw root.fault(.value, "\"places\" has \(pointers.count) elements and \"entries\" has \(entries.count)")
      }
      try checkIDs(entries, of: draft.feed)
      let skipped = try root.integer("skipped") ?? 0
      guard (0...Int64(FeedLimits().values)).contains(skipped) else {
        throw root.fault(.value, "\"skipped\" is not a number of records: \(skipped)")
      }
      read(entries, pointers, first, RecordSearch(pointers, in: replies), into: &draft)
      for rejection in try root.list("rejected", { (value) throws(JSONFieldError) in try Rejection(value, requests, first) }) {
        draft.reject(rejection.fault, at: rejection.pointer)
      }
      for note in try root.list("notes", { (value) throws(JSONFieldError) in try Self.note(value, requests, draft.feed) }) {
        draft.add(note)
      }
      draft.skip(Int(skipped))
    } catch let error as AdapterError {
      throw error
    } catch {
      throw AdapterError(unexpected: error)
    }
  }

  private static func read(
    _ entries: JSONValue, _ pointers: [RecordPointer], _ first: FeedRequest, _ known: RecordSearch, into draft: inout FeedDraft
  ) {
    var elements = entries.elements
    while let element = elements.next() {
      let index = elements.index - 1
      let pointer = pointers.isEmpty ? RecordPointer(request: first, parent: "", index: index) : pointers[index]
      if !pointers.isEmpty, !known.has(pointer) {
        draft.reject(JSONFieldError(.value, at: "", "the reply has no such record, so its entry is left out"), at: pointer)
        continue
      }
      do throws(JSONFieldError) {
        draft.add(try entry(element.anchored), at: pointer)
      } catch {
        draft.reject(JSONFieldError(error.code, at: "", "its entry is not valid at \"\(error.pointer)\": \(error.message)"), at: pointer)
      }
    }
  }

  /// Reads an entry of the feed, which may not have values that only a merge decides. Its texts are cleaned.
  private static func entry(_ value: JSONValue) throws(JSONFieldError) -> Entry {
    let entry = try Entry(cleaning: value)
    if !entry.provenance.isEmpty { throw value.fault(.unknownKey, "\"provenance\" is not for adapters") }
    return entry
  }

  /// Throws for an entry whose id, alias or source belongs to another feed: the program may belong to another feed.
  private static func checkIDs(_ entries: JSONValue, of feed: Feed) throws(JSONFieldError) {
    let prefix = Array("\(feed.id)/".utf8)
    func check(_ value: JSONValue?, _ prefix: [UInt8]) throws(JSONFieldError) {
      guard let value, let text = value.string, !text.utf8.starts(with: prefix) else { return }
      throw value.fault(.value, "\"\(text.prefix(100))\" does not belong to the feed \(feed.id)")
    }
    var elements = entries.elements
    while let element = elements.next() {
      try check(element["id"], prefix)
      var aliases = element["aliases"]?.elements
      while let alias = aliases?.next() { try check(alias, prefix) }
      var sources = element["sources"]?.elements
      while let source = sources?.next() {
        if let name = source["feed"]?.string, name != feed.id.description { try check(source["feed"], prefix) }
      }
    }
  }

  /// A record that the program set aside.
  private struct Rejection {
    let fault: JSONFieldError
    let pointer: RecordPointer

    init(_ value: JSONValue, _ requests: [String: FeedRequest], _ first: FeedRequest) throws(JSONFieldError) {
      try value.expectOnly(["request", "pointer", "code", "message"])
      pointer = try ExecutableOutput.recordPointer(value, requests, first)
      let code = try ExecutableOutput.code(value) ?? ReasonCode(JSONFieldError.Code.value)
      fault = JSONFieldError(
        JSONFieldError.Code(code.description), at: "", ExecutableOutput.sentence(try value.text("message")) ?? "set aside by the program")
    }
  }

  private static func note(_ value: JSONValue, _ requests: [String: FeedRequest], _ feed: Feed) throws(JSONFieldError) -> Note {
    try value.expectOnly(["code", "request", "pointer", "entry", "detail"])
    let label = try value.text("request")
    guard label == nil || requests[label ?? ""] != nil else { throw value.fault(.value, "no reply to \"\(label ?? "")\"") }
    let entry = try value.parsed("entry", "an id of an entry of the feed") { text in EntryID(text).flatMap { $0.feed == feed.id ? $0 : nil }
    }
    return Note(
      try code(value) ?? .text, request: label, pointer: try value.text("pointer"), entry: entry,
      sentence(try value.requiredText("detail")) ?? "no detail")
  }

  /// Reads `request` and `pointer` of a value: where a record is in the replies.
  private static func recordPointer(
    _ value: JSONValue, _ requests: [String: FeedRequest], _ first: FeedRequest
  ) throws(JSONFieldError) -> RecordPointer {
    guard value.isObject else { throw value.fault(.type, "expected a place (an object), found \(value.kind)") }
    let label = try value.text("request")
    guard let request = label.map({ requests[$0] }) ?? first else { throw value.fault(.value, "no reply to \"\(label ?? "")\"") }
    let pointer = try value.requiredText("pointer")
    guard pointer.hasPrefix("/"), pointer.utf8.count <= 4096, let slash = pointer.lastIndex(of: "/") else {
      throw value.fault(.value, "\"pointer\" is not the JSON Pointer of a record, such as \"/venues/0\"")
    }
    let (parent, token) = (String(pointer[..<slash]), pointer[pointer.index(after: slash)...])
    if let index = Int(token), index >= 0, String(index) == token { return RecordPointer(request: request, parent: parent, index: index) }
    let key = token.split(separator: "~1", omittingEmptySubsequences: false).map { $0.replacing("~0", with: "~") }.joined(separator: "/")
    return RecordPointer(request: request, parent: parent, index: 0, key: key)
  }

  /// Reads `code` of a value: lower-case words, joined by dots.
  private static func code(_ value: JSONValue) throws(JSONFieldError) -> ReasonCode? {
    try value.parsed("code", "lower-case words, joined by dots") { text in
      let code = ReasonCode(text)
      return code.isWellFormed ? code : nil
    }
  }

  /// Returns text as one line of limited length; nil if nothing is left.
  private static func sentence(_ text: String?) -> String? {
    text.flatMap { PlainText.line($0) }.map { $0.count > 300 ? "\($0.prefix(300))…" : $0 }
  }

  /// Returns the error that the document reports; nil if it has none. Codes chosen by the program count as errors in the content.
  private static func error(in root: JSONValue) throws(JSONFieldError) -> AdapterError? {
    guard let value = try root.object("error") else { return nil }
    try root.expectOnly(["protocol", "error"])
    try value.expectOnly(["code", "request", "pointer", "advice", "retryAfter"])
    let code = try code(value) ?? .wrongShape
    let isOfContent = code.isContentFailure || code == .rateLimited || code == .noZone
    let request = try value.text("request").flatMap { PlainText.line($0) }
    return AdapterError(
      isOfContent ? code : .wrongShape, label: request, at: try value.text("pointer") ?? "",
      sentence(try value.requiredText("advice")) ?? "the program refused the replies",
      retryAfter: try value.integer("retryAfter").map { Int(clamping: max(0, $0)) })
  }
}

extension AdapterError {
  /// Creates the error for an invalid document from a program.
  package init(unexpected error: any Error) {
    switch error {
    case let error as AdapterError: self = error
    case let error as JSONError:
      self.init(.pluginProtocol, "the output is not one JSON document (line \(error.line), column \(error.column)): \(error.message)")
    case let error as JSONFieldError:
      self.init(.pluginProtocol, "the output is not as agreed at \"\(error.pointer)\": \(error.message)")
    default: self.init(.pluginProtocol, "the output cannot be read: \(error)")
    }
  }
}
