import CampusCatalog
import RandomData
import TestKit
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: ["penn", "gmu-korea", "a", "0", "x-1-y", String(repeating: "a", count: 64)])
  func campusAndAdapterIDs(text: String) {
    #expect(CampusID(text)?.description == text)
    #expect(AdapterID(text)?.description == text)
  }

  @Test(arguments: [
    "", "-a", "a-", "a--b", "-", "Penn", "pénn", "a_b", "a b", "a/b", "a.b", "a%20b", "penn\n", " penn", "a\u{301}", "ａ",
    String(repeating: "a", count: 65),
    "a\u{0}",
  ])
  func invalidCampusAndAdapterIDs(text: String) {
    #expect(CampusID(text) == nil)
    #expect(AdapterID(text) == nil)
    #expect(FeedID("penn/\(text)") == nil)
    #expect(FeedID("\(text)/dining") == nil)
  }

  @Test(arguments: [
    "penn", "penn/", "/dining", "/", "penn//dining", "penn/dining/", "penn/dining/593", "penn dining", "penn/\u{301}dining",
  ])
  func invalidFeedIDs(text: String) { #expect(FeedID(text) == nil) }

  @Test func feedIDHasParts() throws {
    let feed = try parsed("gmu/whats-open") { FeedID($0) }
    #expect(feed.campus == CampusID("gmu"))
    #expect(feed.name == "whats-open")
    #expect(feed.description == "gmu/whats-open")
  }

  @Test(arguments: [
    ("593", "593"), ("alert-7", "alert-7"), ("a.b_c~d-E", "a.b_c~d-E"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("%", "%25"), ("%20", "%2520"),
    ("é", "%C3%A9"),
    ("e\u{301}", "e%CC%81"), ("\u{0}\n", "%00%0A"), ("😀", "%F0%9F%98%80"), ("a+b&c=d?e#f:g", "a%2Bb%26c%3Dd%3Fe%23f%3Ag"),
    (String(repeating: "x", count: 512), String(repeating: "x", count: 512)),
  ])
  func recordsAreEscaped(record: String, escaped: String) throws {
    let feed = try parsed("penn/dining") { FeedID($0) }
    let id = try #require(EntryID(feed: feed, record: record))
    #expect(id.description == "penn/dining/\(escaped)")
    #expect(id.record == escaped)
    #expect(id.feed == feed)
    #expect(EntryID(id.description) == id)
  }

  /// Records that differ in a byte have different ids, and the id gives the record back.
  @Test(arguments: Budget.seeds(10))
  func escapingIsReversible(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let feed = try parsed("a/b") { FeedID($0) }
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<200 {
      let scalars = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        ["a", "A", "%", "2", "5", "F", "/", " ", "é", "e", "\u{301}", "~", "\u{1}"].randomElement(using: &generator) ?? "a"
      }
      let record = scalars.joined()
      let id = try #require(EntryID(feed: feed, record: record))
      #expect(id.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed)")
      var bytes: [UInt8] = []
      var rest = Array(id.record.utf8)[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
          bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      }
      #expect(bytes == Array(record.utf8), "seed \(seed): \(id)")
      #expect(seen[id.description] == nil || seen[id.description] == bytes, "seed \(seed): \(id)")
      seen[id.description] = bytes
    }
  }

  @Test(arguments: [
    "", "penn", "penn/dining", "penn/dining/", "penn/dining/a/b", "penn/dining/a b", "penn/dining/é", "penn/dining/%", "penn/dining/%2",
    "penn/dining/%2f", "penn/dining/%g0", "Penn/dining/1",
    "penn//1", "/dining/1", "penn/dining/a%2", "penn/dining/a\u{301}", "penn/dining/a?b", "penn/dining/1\n",
  ])
  func invalidEntryIDs(text: String) { #expect(EntryID(text) == nil) }

  @Test func emptyOrLongRecordsHaveNoID() throws {
    let feed = try parsed("penn/dining") { FeedID($0) }
    #expect(EntryID(feed: feed, record: "") == nil)
    #expect(EntryID(feed: feed, record: String(repeating: "x", count: 513)) == nil)
    #expect(EntryID(feed: feed, record: String(repeating: "é", count: 257)) == nil)
  }

  @Test func idsAreOrderedByBytes() throws {
    let texts = [
      "a/b/-", "a/b/.", "a/b/0", "a/b/10", "a/b/9", "a/b/%2F", "a/b/A", "a/b/Z", "a/b/_", "a/b/a", "a/b/~", "a-c/b/0", "a/b-c/0", "a0/b/0",
    ]
    let bytes = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(try texts.map { text in try parsed(text) { EntryID($0) } }.sorted().map(\.description) == bytes)
    let feeds = ["a/b", "a-c/b", "a0/b", "a/b-c", "a/0"]
    #expect(
      try feeds.map { text in try parsed(text) { FeedID($0) } }.sorted().map(\.description)
        == feeds.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(try parsed("a") { CampusID($0) } < parsed("a-b") { CampusID($0) })
  }
}
