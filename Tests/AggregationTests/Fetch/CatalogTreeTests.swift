import Aggregation
import CampusCatalog
import FeedKit
import Fetching
import OpeningHours
import Testing

/// Catalogs that are built from other catalogs.
@Suite struct CatalogTreeTests {
  static let a = "https://a.example/catalog.json"
  static let b = "https://b.example/api/v1/catalog"
  static let state = "https://state.example/catalog.json"

  /// Two colleges, a state that merges them, and a country that reads the state.
  private struct Tree {
    let a, b, state, country: CatalogLevel

    init() throws {
      a = try CatalogLevel(campuses: ["ash"], [CatalogLevel.facilities("ash/food")])
      b = try CatalogLevel(campuses: ["birch"], [CatalogLevel.facilities("birch/food")])
      state = try CatalogLevel([
        CatalogLevel.catalog("everywhere/a", ["ash"], at: CatalogTreeTests.a),
        CatalogLevel.catalog("everywhere/b", ["birch"], at: CatalogTreeTests.b),
      ])
      country = try CatalogLevel([CatalogLevel.catalog("everywhere/state", ["ash", "birch"], at: CatalogTreeTests.state)])
      a.serve("ash/food", ["Alpha", "Apple"])
      b.serve("birch/food", ["Beta"])
    }

    func advance(_ seconds: Int) { for level in [a, b, state, country] { level.polling.clock.advance(seconds: seconds) } }

    /// Polls bottom up; the catalogs of the colleges are read unless they are down.
    func run(aIsDown: Bool = false, stateIsDown: Bool = false) async throws -> (state: Catalog, country: Catalog) {
      state.serve(try await a.run(), at: CatalogTreeTests.a)
      state.serve(try await b.run(), at: CatalogTreeTests.b)
      if aIsDown { state.polling.server.on(CatalogTreeTests.a, .fails("connect.refused")) }
      let middle = try await state.run()
      country.serve(middle, at: CatalogTreeTests.state)
      if stateIsDown { country.polling.server.on(CatalogTreeTests.state, .status(404)) }
      return (middle, try await country.run())
    }
  }

  @Test func threeLevelsWithOneUpstreamDown() async throws {
    let tree = try Tree()
    let first = try await tree.run()
    for id in ["ash/food", "birch/food"] { #expect(try first.country.outcome(id) == "fresh") }
    #expect(try first.country.report("ash/food").via == [Self.state, Self.a])
    #expect(try first.country.report("birch/food").via == [Self.state, Self.b])
    #expect(first.country.ids == ["ash/food/alpha", "ash/food/apple", "birch/food/beta"])
    #expect(first.country.campuses.map(\.name) == ["The ash College", "The birch College", "Everywhere"])
    #expect(try first.country.report("everywhere/state").via == [])
    let checked = try first.country.report("ash/food").checkedAt
    #expect(try first.state.report("ash/food").checkedAt == checked && checked != nil)

    tree.advance(3600)
    tree.b.serve("birch/food", ["Beta", "Bravo"])
    let second = try await tree.run(aIsDown: true)
    for catalog in [second.state, second.country] {
      #expect(try catalog.outcome("ash/food") == "stale connect.refused")
      #expect(try catalog.report("ash/food").checkedAt == checked, "a feed never looks fresher than it is")
      #expect(try catalog.outcome("birch/food") == "fresh")
      #expect(catalog.ids == ["ash/food/alpha", "ash/food/apple", "birch/food/beta", "birch/food/bravo"])
    }
    #expect(try second.country.outcome("everywhere/state") == "fresh")
    #expect(try second.country.report("birch/food").checkedAt.map { $0 > (checked ?? $0) } == true)

    tree.advance(3600)
    let third = try await tree.run(aIsDown: true, stateIsDown: true)
    #expect(try third.country.outcome("everywhere/state") == "stale http.404")
    for id in ["ash/food", "birch/food"] { #expect(try third.country.outcome(id) == "stale http.404") }
    #expect(try third.country.report("ash/food").checkedAt == checked)
    #expect(third.country.ids == second.country.ids)

    tree.advance(3600)
    let last = try await tree.run()
    #expect(try last.country.outcome("ash/food") == "unchanged")
    #expect(try last.country.outcome("birch/food") == "unchanged")
    #expect(try last.country.report("ash/food").via == [Self.state, Self.a])
  }

  /// The catalog of an upstream that was never reached has no feeds.
  @Test func upstreamThatWasNeverReached() async throws {
    let tree = try Tree()
    let run = try await tree.run(aIsDown: true)
    #expect(try run.state.outcome("everywhere/a") == "absent connect.refused")
    #expect(run.state.feeds.map(\.id.description) == ["birch/food", "everywhere/a", "everywhere/b"])
    #expect(run.country.ids == ["birch/food/beta"])
  }

  /// A feed that is absent at the upstream is absent here, too; if there was a result before, it stays, with the upstream's reason.
  @Test func feedThatIsAbsentAtTheUpstream() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let good = try await Self.upstream(feeds: ["ash/food": ["Alpha"], "ash/books": []])
    var absent = try good.report("ash/food")
    (absent.outcome, absent.reason, absent.entries) = (.absent, .http(503), 0)
    let bad = good.with(feeds: [absent, try good.report("ash/books")], entries: [])
    level.serve(bad, at: Self.a)
    #expect(try await level.run { $0.accepted = Set(level.feeds) }.outcome("ash/food") == "absent http.503")
    level.serve(good, at: Self.a)
    #expect(try await level.run().outcome("ash/food") == "fresh")
    level.serve(bad, at: Self.a)
    for _ in 1...5 {
      level.polling.clock.advance(seconds: 7200)
      let catalog = try await level.run()
      #expect(try catalog.outcome("ash/food") == "stale http.503")
      #expect(catalog.ids == ["ash/food/alpha"])
    }
  }

  /// A feed that has only menus stays, too. Nothing else says that it had entries.
  @Test func menusOfAFeedThatIsAbsentAtTheUpstream() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let plain = try await Self.upstream(feeds: ["ash/food": ["Alpha"], "ash/books": []])
    let books = try #require(FeedID("ash/books"))
    let menu = Menu(
      place: try #require(EntryID("ash/food/alpha")), date: try #require(LocalDate("2026-11-30")), meal: Meal(kind: .lunch),
      sections: [MenuSection(dishes: [Dish(name: "Soup")])])
    let entry = Entry(
      id: try #require(EntryID("ash/books/menu")), campus: books.campus, name: nil, sources: [SourceReference(feed: books, record: "menu")],
      details: .menu(menu))
    level.serve(plain.with(entries: [entry] + plain.entries), at: Self.a)
    #expect(try await level.run().ids == ["ash/books/menu", "ash/food/alpha"])
    var absent = try plain.report("ash/books")
    (absent.outcome, absent.reason, absent.entries) = (.absent, .http(503), 0)
    level.serve(plain.with(feeds: [absent, try plain.report("ash/food")]), at: Self.a)
    level.polling.clock.advance(seconds: 7200)
    let catalog = try await level.run()
    #expect(try catalog.outcome("ash/books") == "stale http.503")
    #expect(catalog.ids == ["ash/books/menu", "ash/food/alpha"])
  }

  /// Each feed of an upstream has its own guard: others are renewed meanwhile.
  @Test func guardsApplyToEachFeed() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let names = (1...30).map { "Place \($0)" }
    level.serve(try await Self.upstream(feeds: ["ash/food": names, "ash/food-2": ["One"], "ash/shops": ["Shop"]]), at: Self.a)
    #expect(try await level.run().ids.count == 32)
    level.serve(try await Self.upstream(feeds: ["ash/food": ["Place 1"], "ash/food-2": ["Two"]]), at: Self.a)
    for count in 1...2 {
      level.polling.clock.advance(seconds: 3601)
      let catalog = try await level.run()
      #expect(try catalog.outcome("ash/food") == "stale guard.shrink")
      #expect(try catalog.report("ash/food").notes.contains { $0.detail.contains("(seen \(count) of 3 times)") })
      #expect(try catalog.outcome("ash/shops") == "stale guard.empty")
      #expect(try catalog.report("everywhere/a").entries == 32)
      #expect(catalog.ids.contains("ash/food-2/two") && !catalog.ids.contains("ash/food-2/one"))
      #expect(catalog.ids == catalog.ids.sorted() && catalog.ids.count == 32)
      // Not due: the same outcome.
      let later = try await level.run { _ in }
      #expect(try later.outcome("ash/food") == "stale guard.shrink")
    }
    level.polling.clock.advance(seconds: 3601)
    let catalog = try await level.run()
    #expect(try catalog.outcome("ash/food") == "fresh")
    #expect(catalog.feeds.map(\.id.description) == ["ash/food", "ash/food-2", "everywhere/a"])
    #expect(catalog.ids == ["ash/food-2/two", "ash/food/place-1"])
  }

  /// One feed of an upstream can be accepted by its id, even before the upstream is due.
  @Test func heldFeedCanBeAccepted() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    level.serve(try await Self.upstream(feeds: ["ash/food": (1...30).map { "Place \($0)" }, "ash/shops": ["Shop"]]), at: Self.a)
    _ = try await level.run()
    level.serve(try await Self.upstream(feeds: ["ash/food": ["Place 1"]]), at: Self.a)
    #expect(try await level.run().outcome("ash/shops") == "stale guard.empty")
    let food = try Texts.feed("ash/food")
    let catalog = try await level.run { $0.accepted = [food] }
    #expect(try catalog.report("ash/food").entries == 1 && catalog.report("ash/food").outcome.isDelivered)
    #expect(try catalog.outcome("ash/shops") == "stale guard.empty")
    #expect(catalog.ids == ["ash/food/place-1", "ash/shops/shop"])
  }

  /// A merge at the upstream is no loss: the records of the merged feed are aliases.
  @Test func mergeAtTheUpstreamIsNoLoss() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let names = (1...30).map { "Place \($0)" }
    // Without a position or a common building, nothing matches.
    let separate = try await Self.upstream(feeds: ["ash/food": names, "ash/shops": names], differs: true)
    level.serve(separate, at: Self.a)
    #expect(try await level.run().ids.count == 60)
    let merged = try await Self.upstream(feeds: ["ash/food": names, "ash/shops": names])
    #expect(merged.entries.count == 30)
    level.serve(merged, at: Self.a)
    let catalog = try await level.run()
    #expect(try catalog.outcome("ash/food") == "fresh" && catalog.outcome("ash/shops") == "fresh")
    #expect(catalog.entries == merged.entries, "ids, aliases, sources and provenance are kept")
  }

  /// Times of an upstream whose clock is ahead count as the time of receipt, and a feed that it has not checked for 14 days is stale.
  @Test func nothingLooksFresherThanItIs() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let good = try await Self.upstream(feeds: ["ash/food": ["Alpha"]])
    var ahead = try good.report("ash/food")
    ahead.checkedAt = Instant("2099-01-01T00:00:00Z")
    level.serve(good.with(feeds: [ahead]), at: Self.a)
    let start = level.polling.clock.now()
    #expect(try await level.run().report("ash/food").checkedAt == start)
    for (days, outcome) in [(13, "unchanged"), (14, "stale catalog.old")] {
      level.polling.clock.advance(seconds: days * 86_400 - Int(level.polling.clock.now().secondsSinceEpoch - start.secondsSinceEpoch))
      #expect(try await level.run().outcome("everywhere/a") == "unchanged")
      let catalog = try await level.run()
      #expect(try catalog.outcome("ash/food") == outcome)
      #expect(try catalog.report("ash/food").checkedAt == start)
    }
  }

  /// NDJSON has no ages: those of the file count.
  @Test func linesHaveTheAgeOfTheFile() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let good = try await Self.upstream(feeds: ["ash/food": ["Alpha"]])
    level.polling.server.on(Self.a, .page(String(decoding: EntryLines(good.entries).bytes, as: UTF8.self), etag: "\"1\""))
    #expect(try await level.run().outcome("ash/food") == "fresh")
    level.polling.clock.advance(seconds: 3600)
    let catalog = try await level.run()
    #expect(try catalog.outcome("ash/food") == "unchanged" && catalog.report("ash/food").checkedAt == level.polling.clock.now())
  }

  /// `--public-url` is the address of the catalog, or of the folder that it is in.
  @Test(arguments: [
    ("https://a.example/catalog.json", true), ("https://a.example", true), ("http://A.example:80/", true), ("https://a.example/cat", false),
    ("https://b.example/", false), (nil, false),
  ])
  func ownAddressIsALoop(_ row: (publicURL: String?, isLoop: Bool)) async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)], publicURL: row.publicURL)
    level.serve(try await Self.upstream(feeds: ["ash/food": ["Alpha"]]), at: Self.a)
    #expect(try await level.run().outcome("everywhere/a") == (row.isLoop ? "absent catalog.loop" : "fresh"))
  }

  /// Two catalogs that read each other: what came back is left out, and nothing is kept alive by the loop.
  @Test func catalogsThatReadEachOther() async throws {
    let one = try CatalogLevel(
      campuses: ["ash"], [CatalogLevel.facilities("ash/food"), CatalogLevel.catalog("everywhere/b", ["ash", "birch"], at: Self.b)],
      publicURL: "https://a.example/")
    let other = try CatalogLevel(
      campuses: ["birch"], [CatalogLevel.facilities("birch/food"), CatalogLevel.catalog("everywhere/a", ["ash", "birch"], at: Self.a)],
      publicURL: "https://b.example/")
    one.serve("ash/food", ["Alpha"])
    other.serve("birch/food", ["Beta"])
    other.serve(Catalog(generatedAt: one.polling.clock.now(), campuses: [], feeds: [], entries: []), at: Self.a)
    one.serve(try await other.run(), at: Self.b)
    for _ in 1...3 {
      other.serve(try await one.run(), at: Self.a)
      one.serve(try await other.run(), at: Self.b)
    }
    let catalog = try await one.run()
    #expect(catalog.ids == ["ash/food/alpha", "birch/food/beta"])
    #expect(try catalog.report("ash/food").via == [] && catalog.report("birch/food").via == [Self.b])
    #expect(try catalog.report("everywhere/b").notes.map(\.code) == [.catalogLoop])
  }

  /// A feed from two upstreams is in the catalog once: from the one with the higher priority, then from the smaller id; the other one's values
  /// are recorded.
  @Test(arguments: [(0, 0, "a"), (0, 5, "b"), (5, 0, "a")])
  func feedFromTwoUpstreams(_ row: (a: Int, b: Int, winner: String)) async throws {
    let level = try CatalogLevel([
      CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a, priority: row.a),
      CatalogLevel.catalog("everywhere/b", ["ash"], at: Self.b, priority: row.b),
    ])
    level.serve(try await Self.upstream(feeds: ["ash/food": ["Alpha", "Apple"]]), at: Self.a)
    var other = try await Self.upstream(feeds: ["ash/food": ["Alpha"], "ash/shops": ["Shop"]])
    other = other.with(
      entries: other.entries.map { entry in
        var entry = entry
        entry.name = entry.name.map { "\($0) B" }
        return entry
      })
    level.serve(other, at: Self.b)
    let catalog = try await level.run()
    let entry = try catalog.named("ash/food/alpha")
    let (name, loser) = row.winner == "a" ? ("Alpha", "Alpha B") : ("Alpha B", "Alpha")
    #expect(entry.name == name)
    #expect(entry.provenance.map(\.field) == ["name"])
    #expect(entry.provenance.first?.overridden.map(\.value) == ["\"\(loser)\""])
    #expect(
      catalog.ids == (row.winner == "a" ? ["ash/food/alpha", "ash/food/apple", "ash/shops/shop"] : ["ash/food/alpha", "ash/shops/shop"]))
    let codes = try catalog.report("ash/food").notes.map(\.code)
    #expect(codes == [.catalogDuplicate, .mergeDisagreement])
    // A stale result does not win against a current one of the same priority.
    level.polling.server.on(row.winner == "a" ? Self.a : Self.b, .fails("connect.refused"))
    #expect(try await level.run().named("ash/food/alpha").name == (row.a == row.b ? loser : name))
  }

  /// A feed that is read here, too, has its own entries, unless it is disabled or has none.
  @Test func feedThatIsReadHereToo() async throws {
    let level = try CatalogLevel(
      campuses: ["ash"], [CatalogLevel.facilities("ash/food"), CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    level.serve(try await Self.upstream(feeds: ["ash/food": ["Alpha"]]), at: Self.a)
    level.serve("ash/food", ["Amber"])
    var catalog = try await level.run()
    #expect(catalog.ids == ["ash/food/amber"])
    #expect(try catalog.report("ash/food").via == [])
    let other = try CatalogLevel(
      campuses: ["ash"], [CatalogLevel.facilities("ash/food"), CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    other.serve(try await Self.upstream(feeds: ["ash/food": ["Alpha"]]), at: Self.a)
    other.polling.server.on("https://ash.food/", .status(404))
    catalog = try await other.run()
    #expect(catalog.ids == ["ash/food/alpha"])
    #expect(try catalog.report("ash/food").notes.contains { $0.code == .catalogDuplicate && $0.detail.contains("absent (http.404)") })
  }

  /// Entries of an upstream merge with those of other feeds, but not with each other, except by a link. Corrections apply to them.
  @Test func mergesWithOtherFeeds() async throws {
    let feeds = [CatalogLevel.facilities("ash/maps"), CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a, priority: 5)]
    let upstream = try await Self.upstream(feeds: ["ash/food": ["Alpha", "Shop"], "ash/shops": ["Shop"]], differs: true)
    // The upstream does not merge the shops, although they match here: it may have a reason.
    let alike = upstream.with(
      entries: upstream.entries.map { entry in
        var (entry, place) = (entry, entry.place ?? Place(category: .other))
        place.location.building = "Hall"
        entry.details = .place(place)
        return entry
      })
    func run(_ more: String) async throws -> Catalog {
      let level = try CatalogLevel(campuses: ["ash"], feeds, more: more)
      level.serve(alike, at: Self.a)
      level.serve("ash/maps", ["Alpha"])
      return try await level.run()
    }
    let plain = try await run("")
    #expect(plain.ids == ["ash/food/alpha", "ash/food/shop", "ash/shops/shop"])
    #expect(try plain.named("ash/food/alpha").aliases.map(\.description) == ["ash/maps/alpha"])
    let linked = try await run(
      #","links":[{"same":["ash/food/shop","ash/shops/shop"]}],"corrections":[{"id":"ash/shops/shop","name":"Store","because":"a sign"}]"#)
    #expect(linked.ids == ["ash/food/alpha", "ash/food/shop"])
    #expect(try linked.named("ash/food/shop").name == "Store")
    #expect(try linked.named("ash/food/shop").provenance.contains { $0.origin == .correction && $0.because == "a sign" })
  }

  /// Only selected campuses and feeds of an upstream are shown; its campus and its feeds need not be in the registry.
  @Test func selection() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash", "birch"], at: Self.a)])
    let one = try await Self.upstream(feeds: ["ash/food": ["Alpha"], "ash/shops": ["Shop"]])
    let other = try await Self.upstream(feeds: ["birch/food": ["Beta"]])
    level.serve(
      Catalog(
        generatedAt: one.generatedAt, campuses: one.campuses + other.campuses, feeds: one.feeds + other.feeds,
        entries: one.entries + other.entries), at: Self.a)
    #expect(try await level.run().ids.count == 3)
    #expect(try await level.run([try Texts.feed("ash/shops")]).ids == ["ash/shops/shop"])
    let registry = level.polling.registry
    let birch = try Plan(RunSelection(campuses: [try #require(CampusID("birch"))]), in: registry)
    let stored = await Aggregator(stored: level.polling.store, now: level.polling.clock.now()).read(birch, now: level.polling.clock.now())
    #expect(try stored.catalog.ids == ["birch/food/beta"])
    #expect(throws: PlanError.self) { try Plan(RunSelection(campuses: [try #require(CampusID("oak"))]), in: registry) }
  }

  /// Campuses that are no longer allowed, and feeds of a loop, are left out at once, also of an earlier result; nothing else is held back for that.
  @Test func changedPermissions() async throws {
    var level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash", "birch"], at: Self.a)])
    let one = try await Self.upstream(feeds: ["ash/food": (1...20).map { "Place \($0)" }])
    let other = try await Self.upstream(feeds: ["birch/food": (1...80).map { "Place \($0)" }])
    let both = Catalog(
      generatedAt: one.generatedAt, campuses: one.campuses + other.campuses, feeds: one.feeds + other.feeds,
      entries: one.entries + other.entries)
    level.serve(both, at: Self.a)
    #expect(try await level.run().ids.count == 100)
    let all = level.polling.registry
    level.polling.registry = try all.adding(Array(#"{"feeds":[{"id":"everywhere/a","campuses":["ash"]}]}"#.utf8), file: "r.json")
    #expect(try await level.run { $0.offline = true }.ids.count == 20)
    let catalog = try await level.run()
    #expect(catalog.ids.count == 20 && catalog.campuses.map(\.id.description) == ["ash", "everywhere"])
    #expect(try catalog.outcome("ash/food") == "fresh" && catalog.outcome("everywhere/a") == "fresh")
    // Now the upstream has the feed from this catalog.
    level.polling.registry = level.polling.registry.published(at: WebAddress("https://c.example/"))
    var looping = try one.report("ash/food")
    looping.via = ["https://c.example/catalog.json"]
    level.serve(both.with(feeds: [looping] + other.feeds), at: Self.a)
    let left = try await level.run()
    #expect(left.ids == [] && left.feeds.map(\.id.description) == ["everywhere/a"])
    #expect(try left.outcome("everywhere/a") == "fresh")
    #expect(try left.report("everywhere/a").notes.contains { $0.code == .catalogLoop })
    // A program that starts with such an upstream, too.
    var newcomer = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    newcomer.polling.registry = newcomer.polling.registry.published(at: WebAddress("https://c.example/"))
    newcomer.serve(one.with(feeds: [looping]), at: Self.a)
    #expect(try await newcomer.run().outcome("everywhere/a") == "fresh")
  }

  /// An address with a password, and one with a key, are never shown.
  @Test func secretsInAddresses() async throws {
    let level = try CatalogLevel([CatalogLevel.catalog("everywhere/a", ["ash"], at: Self.a)])
    let good = try await Self.upstream(feeds: ["ash/food": ["Alpha"]])
    var report = try good.report("ash/food")
    report.url = "https://ash.example/list?api_key=hidden"
    report.via = ["https://x.example/c.json?token=hidden"]
    level.serve(good.with(feeds: [report]), at: Self.a)
    let catalog = try await level.run()
    let text = String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self)
    #expect(!text.contains("hidden"))
    #expect(try catalog.report("ash/food").via.count == 2)
  }

  // MARK: - Upstreams

  /// Returns the catalog of a program with feeds of one campus, each with the names of its facilities.
  ///
  /// - Parameter differs: whether facilities of different feeds are in different buildings, so that they do not match.
  static func upstream(feeds: [String: [String]], differs: Bool = false) async throws -> Catalog {
    let campus = try #require(feeds.keys.first?.split(separator: "/").first.map(String.init))
    let level = try CatalogLevel(campuses: [campus], feeds.keys.sorted().map { CatalogLevel.facilities($0) })
    for (feed, names) in feeds {
      let list = CatalogLevel.list(names)
      level.polling.server.on(
        "https://\(feed.replacing("/", with: "."))/",
        .ok(differs ? list.replacing("\"Hall\"", with: "\"Hall of \(feed)\"") : list))
    }
    let all = Set(level.feeds)
    return try await level.run { $0.accepted = all }
  }
}

extension Catalog {
  fileprivate func with(feeds: [FeedReport]? = nil, entries: [Entry]? = nil) -> Catalog {
    Catalog(generatedAt: generatedAt, campuses: campuses, feeds: feeds ?? self.feeds, entries: entries ?? self.entries)
  }
}
