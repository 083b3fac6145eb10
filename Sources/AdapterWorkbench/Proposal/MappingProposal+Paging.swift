import FeedKit

extension MappingProposal {
  /// Proposes how to request more pages, from the values around the records.
  mutating func addPaging(around list: RecordList) {
    let values = ReplyHead(reply, around: list).values
    if let next = values.first(where: { KeyHint.nextPage.matches($0.word) || $0.isNextInLinks }) {
      switch next.text {
      case let text? where text.contains("/") || text.hasPrefix("?"):
        return addNext(next, .high, "\(next.pointer) is the address of the next page, \"\(text.prefix(60))\"")
      case nil where next.isNull && values.contains { KeyHint.previousPage.matches($0.word) }:
        return addNext(next, .medium, "\(next.pointer) is null in this reply, which has all records or is the last page")
      default: break
      }
    }
    let total = values.first { KeyHint.total.matches($0.word) }
    let pages = values.first { KeyHint.pageCount.matches($0.word) }
    let more = values.first { KeyHint.more.matches($0.word) && $0.isTrue }
    let isTotalHigher = total?.number.map { $0 > recordCount } ?? false
    let hasPages = pages?.number.map { $0 > 1 } ?? false
    guard isTotalHigher || hasPages || more != nil else { return }
    let reason =
      more.map { "\($0.key) is true" } ?? (hasPages ? pages : total).map { "\($0.key) is \($0.number ?? 0)" } ?? "there are more pages"
    if let more, KeyHint.arcGISMore.matches(more.word) {
      let rule = JSONTree.of(
        ("offset", .string("resultOffset")), ("limit", .string("resultRecordCount")), ("size", .literal("\(recordCount)")))
      return add("paging", rule, .medium, "\(reason), as in replies of ArcGIS")
    }
    addCounted(values, "\(reason), and the reply has \(recordCount.counted("record"))")
  }

  private mutating func addNext(_ next: ReplyHead.Value, _ confidence: Confidence, _ evidence: String) {
    add("paging", .of(("next", .string(next.pointer))), confidence, evidence, example: next.text ?? "", alternatives: [])
  }

  /// Proposes pages by number or by offset. The reply, or the address of the request, names the parameters.
  private mutating func addCounted(_ values: [ReplyHead.Value], _ reason: String) {
    let parameters = address.map { Self.parameters(of: $0) } ?? []
    func number(_ hint: KeyHint) -> ReplyHead.Value? { values.first { hint.matches($0.word) && $0.number != nil } }
    let offset = parameters.first(where: KeyHint.offset.matches) ?? number(.offset)?.key
    let limit = parameters.first { KeyHint.limit.matches(ReplyHead.word($0)) } ?? number(.limit)?.key
    let current = number(.page)
    let page = parameters.first { KeyHint.page.matches(ReplyHead.word($0)) } ?? current?.key
    let byOffset = JSONTree.of(("offset", .string(offset ?? "offset")), ("limit", offset == nil ? nil : limit.map { .string($0) }))
    let byPage = JSONTree.of(
      ("page", .string(page.map { KeyHint.currentPage.matches(ReplyHead.word($0)) ? "page" : $0 } ?? "page")),
      ("first", current?.number == 0 ? .literal("0") : nil))
    let isKnown = offset != nil || page != nil
    let isPage = offset == nil && page != nil
    let parameter = isKnown ? "the parameter is named as in the \(parameters.isEmpty ? "reply" : "address")" : "the parameter is a guess"
    add(
      "paging", isPage ? byPage : byOffset, isKnown ? .medium : .low, "\(reason); \(parameter)", example: "",
      alternatives: [Alternative(rule: (isPage ? byOffset : byPage).text, example: isPage ? "by offset" : "by number of the page")])
  }

  /// Returns the names of the parameters in an address.
  private static func parameters(of address: WebAddress) -> [String] {
    guard let query = address.description.split(separator: "?", maxSplits: 1).dropFirst().first else { return [] }
    return query.split(whereSeparator: { "&#".contains($0) }).compactMap { $0.split(separator: "=").first.map(String.init) }
  }
}

/// The values of a reply outside its records.
struct ReplyHead {
  struct Value {
    let pointer: String
    let key: String
    fileprivate let value: JSONTree

    /// The key in lower case, with letters only: "nextpage" for "next_page".
    var word: String { ReplyHead.word(key) }
    var text: String? { value.string.flatMap { $0.isEmpty ? nil : $0 } }
    var isNull: Bool { value.text == "null" || value.text == "\"\"" }
    var isTrue: Bool { value.text == "true" || value.text == "\"true\"" }
    var number: Int? {
      switch value {
      case .literal(let text), .string(let text): Int(text)
      case .array, .object: nil
      }
    }
    /// Whether the value is `{"next": {"href": …}}`.
    var isNextInLinks: Bool { pointer.lowercased().hasSuffix("/next/href") }
  }

  private(set) var values: [Value] = []

  init(_ reply: JSONTree, around list: RecordList) { collect(reply, "", "", but: list.levels[0], depth: 0) }

  static func word(_ key: String) -> String { key.lowercased().filter { $0.isLetter }.replacing("odata", with: "") }

  private mutating func collect(_ value: JSONTree, _ pointer: String, _ key: String, but list: String, depth: Int) {
    guard values.count < Limit.headValues, pointer != list || depth == 0 else { return }
    guard case .object(let members) = value else {
      if depth > 0, !pointer.isEmpty { values.append(Value(pointer: pointer, key: key, value: value)) }
      return
    }
    // The members of the list itself are records.
    guard depth < Limit.headDepth, !(depth == 0 && list.isEmpty) else { return }
    for member in members where member.key.utf8.count <= Length.key {
      collect(member.value, "\(pointer)/\(JSONPointer.escape(member.key))", member.key, but: list, depth: depth + 1)
    }
  }
}
