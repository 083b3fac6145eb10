import CampusCatalog
import OpeningHours
import RandomData
import SimdJSON
import TestKit
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: Budget.seeds(6))
  func catalogRoundTrips(batch: UInt64) throws {
    for seed in batch * 8..<batch * 8 + 8 {
      var random = RandomCatalog(seed: seed)
      let catalog = try random.make()
      let bytes = CatalogWriter.bytes(of: catalog)
      let read = try CatalogReader.read(bytes)
      #expect(read == catalog, "seed \(seed)")
      #expect(CatalogWriter.bytes(of: read) == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: Budget.seeds(4))
  func someKindsAreReadAlone(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let entries = try random.make(records: 0...20).entries
    for kinds in [[], [.place], [.event, .quote], Set(Entry.Kind.allCases)] as [Set<Entry.Kind>] {
      let read = try EntryLines(entries).entries(of: kinds)
      #expect(read.filter { kinds.contains($0.kind) } == entries.filter { kinds.contains($0.kind) })
      #expect(read.allSatisfy(entries.contains))
    }
    let plain = entries.filter { !$0.id.description.contains { "\\\"\u{8}".contains($0) || $0.isNewline } }
    #expect(try EntryLines(plain).entries(of: [.alert]).allSatisfy { $0.kind == .alert })
  }

  @Test(arguments: Budget.seeds(4))
  func entriesAreFoundByTheirIDsAndAliases(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let entries = try random.make(records: 0...20).entries
    let plain = entries.filter { !$0.id.description.contains { "\\\"\u{8}".contains($0) || $0.isNewline } }
    for some in [entries, plain] {
      for id in Set(entries.flatMap { [$0.id] + $0.aliases }) {
        #expect(try EntryLines(some).entries(with: id) == some.filter { $0.id == id || $0.aliases.contains(id) })
      }
    }
    #expect(try EntryLines([]).entries(with: parsed("a/b/c") { EntryID($0) }).isEmpty)
  }

  /// A text in the layout of `CatalogWriter` is read in pieces; the same text with spaces for line feeds is read as one document.
  @Test(arguments: Budget.seeds(4))
  func layoutDoesNotMatter(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let text = CatalogWriter.bytes(of: try random.make(records: 50...60))
    var generator = SeededGenerator(seed: seed)
    for change in 0..<20 {
      var changed = text
      let place = Int.random(in: 0..<text.count, using: &generator)
      let line = text[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let end = text[place...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      switch change % 5 {
      case 0: break
      case 1: changed.remove(at: place)
      case 2: changed.removeSubrange(line..<end)
      case 3: changed.insert(contentsOf: text[line..<end], at: line)
      default: changed.insert(contentsOf: ["\u{FEFF}", ",", "]", "[", " "][change / 5].utf8, at: line)
      }
      let read = try? CatalogReader.read(changed)
      #expect(read == (try? CatalogReader.read(changed.map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 })), "seed \(seed), change \(change)")
      if change % 5 == 0 { #expect(read.map(CatalogWriter.bytes(of:)) == text, "seed \(seed)") }
    }
  }

  @Test(arguments: Budget.seeds(10))
  func orderOfListsDoesNotMatter(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let catalog = try random.make()
    let other = Catalog(
      generatedAt: catalog.generatedAt, campuses: random.shuffled(catalog.campuses), feeds: random.shuffled(catalog.feeds),
      entries: random.shuffled(catalog.entries))
    #expect(other == catalog, "seed \(seed)")
    #expect(CatalogWriter.bytes(of: other) == CatalogWriter.bytes(of: catalog), "seed \(seed)")
    #expect(
      catalog.entries.map { Array($0.id.description.utf8) }.elementsEqual(
        catalog.entries.map { Array($0.id.description.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }))
  }

  @Test(arguments: Budget.seeds(10))
  func contentHashIsHashOfLines(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let catalog = try random.make()
    let text = text(of: catalog)
    #expect(text.hasSuffix("\"contentHash\":\"\(contentHash(ofLinesIn: text))\"}\n"), "seed \(seed)")
    // It covers campuses and entries, not feeds and the time.
    let elsewhere = Catalog(
      generatedAt: try parsed("2026-11-21T17:00:00Z") { Instant($0) }, campuses: catalog.campuses, feeds: [], entries: catalog.entries)
    #expect(CampusCatalogTests.text(of: elsewhere).hasSuffix(text.suffix(90)), "seed \(seed)")
    guard let entry = catalog.entries.first else { return }
    var changed = entry
    changed.notice = (entry.notice ?? "") + "!"
    let other = Catalog(
      generatedAt: catalog.generatedAt, campuses: catalog.campuses, feeds: catalog.feeds, entries: [changed] + catalog.entries.dropFirst())
    #expect(!CampusCatalogTests.text(of: other).hasSuffix(text.suffix(90)), "seed \(seed)")
  }

  /// Every entry is also a line of NDJSON.
  @Test(arguments: Budget.seeds(10))
  func linesRoundTrip(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    let catalog = try random.make()
    var writer = JSONWriter()
    for entry in catalog.entries {
      entry.write(to: &writer)
      writer.literal("\n")
    }
    #expect(try EntryLines(bytes: writer.bytes, count: catalog.entries.count).entries() == catalog.entries, "seed \(seed)")
    #expect(writer.bytes.count { $0 == 0x0A } == catalog.entries.count)
  }

  /// Writing in pieces gives the same bytes as writing at once, and the hash covers all of them.
  @Test func largeCatalogIsWrittenInPieces() throws {
    let feed = try parsed("penn/dining") { FeedID($0) }
    let entries = try (0..<3000).map { number in
      let id = try parsed("penn/dining/\(number)") { EntryID($0) }
      var entry = Entry(
        id: id, campus: feed.campus, name: "Hall \(number)", sources: [SourceReference(feed: feed, record: "\(number)")],
        details: .place(Place(category: .other)))
      entry.description = String(repeating: "é", count: number % 400)
      return entry
    }
    let catalog = Catalog(generatedAt: try parsed("2026-11-21T17:00:00Z") { Instant($0) }, campuses: [], feeds: [], entries: entries)
    var pieces: [[UInt8]] = []
    try CatalogWriter.write(catalog) { pieces.append(Array($0)) }
    #expect(pieces.count > 5)
    #expect(Array(pieces.joined()) == CatalogWriter.bytes(of: catalog))
    let text = String(decoding: pieces.joined(), as: UTF8.self)
    #expect(text.hasSuffix("\"contentHash\":\"\(contentHash(ofLinesIn: text))\"}\n"))
    #expect(try CatalogReader.read(Array(text.utf8)) == catalog)
  }

  @Test func sinkErrorIsRethrown() throws {
    struct Full: Error {}
    let catalog = try Catalog(generatedAt: parsed("2026-11-21T17:00:00Z") { Instant($0) }, campuses: [], feeds: [], entries: [])
    #expect(throws: Full.self) { try CatalogWriter.write(catalog) { _ in throw Full() } }
  }

  /// A field's JSON is the same as in the entry's line.
  @Test(arguments: Budget.seeds(10))
  func fieldJSON(seed: UInt64) throws {
    var random = RandomCatalog(seed: seed)
    for entry in try random.make().entries {
      var writer = JSONWriter()
      entry.write(to: &writer)
      let document = try JSONDocument(parsing: writer.bytes)
      for field in Entry.Field.allCases {
        var own: String?
        if let member = document.root.member(named: field.rawValue) {
          var value = JSONWriter()
          value.copy(member)
          own = value.text
        }
        #expect(entry.json(of: field) == own, "seed \(seed), \(field) of \(entry.id)")
      }
    }
  }
}
