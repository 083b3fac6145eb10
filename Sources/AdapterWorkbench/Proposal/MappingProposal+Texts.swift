import FeedKit

extension MappingProposal {
  mutating func addLists(in table: RecordTable) {
    for (field, hint) in [("tags", KeyHint.tags), ("labels", .labels)] {
      for column in table.columns where column.depth > 0 && column.depth <= Limit.textDepth && !column.isInArray {
        guard column.has(hint) else { continue }
        if column.arrays.isEmpty, let mark = Hints.listMarks.first(where: { mark in column.texts.contains { $0.contains(mark) } }),
          column.texts.allSatisfy({ $0.utf8.count <= Length.address && !$0.contains("://") })
        {
          add(
            field, .of(("split", .string(column.pointer)), ("by", .string(String(mark)))), .medium,
            "\(column.key) has several words, such as \"\(column.texts[0].prefix(60))\"")
          break
        }
        guard !column.arrays.isEmpty else { continue }
        let elements = column.arrays.flatMap { $0 }
        if elements.allSatisfy({ $0.string != nil }), !elements.isEmpty {
          add(field, .string(column.pointer), .high, "\(column.key) is a list of texts in \(table.share(column.arrays.count))")
          break
        }
        let inner = RecordTable(elements.filter(\.isObject))
        let texts = inner.columns.filter { $0.depth == 1 && $0.texts.count == inner.count && inner.count > 0 }
        if let text = texts.first(where: { $0.has(.caption) }) {
          add(
            field, .of(("each", .string(column.pointer)), ("take", .string(text.pointer))), .medium,
            "\(column.key) is a list of objects with \(text.key) \"\(text.texts[0].prefix(40))\"")
          break
        }
      }
    }
  }

  mutating func addDescription(in table: RecordTable) {
    let columns = table.columns.filter { column in
      column.depth > 0 && column.depth <= Limit.valueDepth && !column.isInArray && !column.isInHours && !column.texts.isEmpty
        && !used.contains(column.pointer)
    }
    if let text = columns.first(where: { $0.has(.description) && !$0.mostTexts(.most, Self.isWeb) }) {
      let isHTML = text.texts.contains(where: Self.isHTML)
      add(
        "description", textRule(text), .high,
        "\(table.share(text.texts.count)) have \(text.key)\(isHTML ? ", with HTML" : "")")
      used.insert(text.pointer)
    }
    // Feeds write "0" and "false" for no message.
    if let text = columns.first(where: { $0.has(.notice) && $0.texts.contains { $0.contains(where: \.isWhitespace) } }) {
      add(
        "notice", textRule(text), .medium,
        "\(table.share(text.texts.count)) have \(text.key), such as \"\(text.texts[0].prefix(40))\"")
      used.insert(text.pointer)
    }
  }

  static func isWeb(_ text: String) -> Bool { WebAddress(text) != nil }

  static func isHTML(_ text: String) -> Bool {
    var last: Character = " "
    for character in text.prefix(Length.text) {
      if last == "<", character.isLetter || character == "/" { return true }
      last = character
    }
    // A character reference, such as "&amp;" or "&#039;".
    return text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().contains { rest in
      guard let end = rest.prefix(12).firstIndex(of: ";"), end > rest.startIndex else { return false }
      return rest[..<end].allSatisfy { $0.isLetter || $0.isNumber || $0 == "#" }
    }
  }
}
