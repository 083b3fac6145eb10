extension EntryLines {
  /// Returns the lines of each feed, in their order. The ids of all lines must be valid.
  package func byFeed() -> [(feed: FeedID, lines: EntryLines)] {
    var parts: [(feed: FeedID, lines: EntryLines)] = []
    bytes.withUnsafeBytes { bytes in
      var feed: (id: FeedID, prefix: ArraySlice<UInt8>)?
      var (part, count): ([UInt8], Int) = ([], 0)
      func end() {
        if let feed { parts.append((feed.id, EntryLines(bytes: part, count: count))) }
        (part, count) = ([], 0)
      }
      for line in EntryLine.all(in: bytes) {
        if feed.map({ line.id.starts(with: $0.prefix) }) != true {
          end()
          feed = nil
          guard let id = line.entryID?.feed else { continue }
          feed = (id, Array("\(id)/".utf8)[...])
        }
        part.append(contentsOf: line.bytes)
        part.append(UInt8(ascii: "\n"))
        count += 1
      }
      end()
    }
    return parts
  }

  /// Returns lines of different feeds as one value, sorted by the ids of the entries.
  package init(joining parts: [(feed: FeedID, lines: EntryLines)]) {
    // An id begins with the feed and a slash, so this is not the order of the feeds.
    let sorted = parts.map { (key: "\($0.feed)/", lines: $0.lines) }.sorted { $0.key < $1.key }
    self.init(bytes: sorted.flatMap(\.lines.bytes), count: sorted.reduce(0) { $0 + $1.lines.count })
  }

  /// The ids and the aliases of the entries that are not menus. Entries without aliases are not decoded.
  package var idsAndAliasesBesidesMenus: [EntryID] {
    idsBesidesMenus + ((try? entries { $0.hasAliases && !$0.isMenu }.filter { $0.kind != .menu }.flatMap(\.aliases)) ?? [])
  }
}
