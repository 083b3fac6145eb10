import CampusCatalog
import Foundation
import OpeningHours
import Testing

@Suite struct GuideTests {
  private static func guide(_ number: Int, _ start: String = "Jun 02, 2023", _ end: String = "Jul 01, 2023") -> String {
    #"{"url":"/guide/\#(number)","startDate":"\#(start)","endDate":"\#(end)","name":"G\#(number)","venue":{},"objType":"guide"}"#
  }

  private static func page(_ numbers: ClosedRange<Int>, total: String = "9") -> String {
    #"{"data":[\#(numbers.map { guide($0) }.joined(separator: ","))],"total":"\#(total)"}"#
  }

  private static func ids(_ bodies: [String: String]) async throws -> [Int] {
    try await Reply.catalog("everywhere/guides", bodies).entries.compactMap { Int($0.id.record) }.sorted()
  }

  @Test func readsPagesUntilOneIsShort() async throws {
    let bodies = ["guides": Self.page(1...3), "guides.2": Self.page(4...6), "guides.3": Self.page(7...8), "guides.4": Self.page(9...11)]
    #expect(try await Self.ids(bodies) == Array(1...8), "the third page is short, so the fourth is not requested")
  }

  @Test func readsPagesUntilOneIsEmptyOrRepeated() async throws {
    let empty = #"{"data":[],"total":"3"}"#
    #expect(try await Self.ids(["guides": Self.page(1...3), "guides.2": empty, "guides.3": Self.page(4...6)]) == Array(1...3))
    #expect(try await Self.ids(["guides": Self.page(1...3), "guides.2": Self.page(1...3), "guides.3": Self.page(4...6)]) == Array(1...3))
  }

  @Test func missingPageIsNoted() async throws {
    let report = try await Reply.report("everywhere/guides", ["guides": Self.page(1...3)])
    #expect(report.outcome == .replayed)
    #expect(report.notes.map(\.code.description) == ["request.missing"])
  }

  @Test func everyMonthNameIsRead() async throws {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let rows = months.enumerated().map { Self.guide($0.offset + 1, "\($0.element) 05, 2026", "\($0.element) 05, 2026") }
    let catalog = try await Reply.catalog("everywhere/guides", ["guides": #"{"data":[\#(rows.joined(separator: ","))]}"#])
    let found = Set(
      catalog.entries.compactMap { entry -> String? in
        guard case .event(let event) = entry.details else { return nil }
        return "\(entry.id.record) \(event.startDate)"
      })
    #expect(found == Set((1...12).map { "\($0) 2026-\($0 < 10 ? "0" : "")\($0)-05" }))
  }

  @Test(arguments: ["Feb 30, 2026", "02 Feb 2026", "2026-02-03", "Foo 03, 2026", "Feb 3 26", "Mai 03, 2026"])
  func invalidDateRejectsRecord(_ date: String) async throws {
    let report = try await Reply.report("everywhere/guides", ["guides": #"{"data":[\#(Self.guide(1, date, date))]}"#])
    #expect((report.entries, report.rejected) == (0, 1))
  }

  /// The number at the end of the path is the key, whatever follows it. Other addresses do not belong to guides.
  @Test(
    arguments: [
      ("/guide/148668", "148668", "https://guidebook.com/guide/148668"), ("/guide/7/", "7", "https://guidebook.com/guide/7/"),
      ("/guide/148668?ref=1", "148668", "https://guidebook.com/guide/148668?ref=1"), ("/guide/5#8", "5", "https://guidebook.com/guide/5#8"),
      ("https://guidebook.com/guide/9", "9", "https://guidebook.com/guide/9"),
      ("//guidebook.com/guide/9", "9", "https://guidebook.com/guide/9"),
      ("/g/?next=/guide/10", nil, nil), ("/x/guide/5/y/6", nil, nil), ("/guide/x", nil, nil), ("/guides/5", nil, nil),
      ("/guide/", nil, nil),
    ] as [(String, String?, String?)])
  func addresses(_ url: String, _ record: String?, _ page: String?) async throws {
    let row = Self.guide(1).replacingOccurrences(of: "/guide/1", with: url)
    let entries = try await Reply.catalog("everywhere/guides", ["guides": #"{"data":[\#(row)]}"#]).entries
    let records: [String] = entries.map { String($0.id.record) }
    let pages: [String] = entries.flatMap { $0.links }.map { $0.href.description }
    #expect(records.first == record && pages.first == page)
  }

  @Test(arguments: [("North Carolina", "NC"), ("TX", "TX"), ("texas", "TX"), ("Ontario", nil), ("District of Columbia", "DC")])
  func states(_ state: String, _ code: String?) async throws {
    let row = Self.guide(1).replacingOccurrences(of: #""venue":{}"#, with: #""venue":{"city":"X","state":"\#(state)"}"#)
    let entry = try #require(try await Reply.catalog("everywhere/guides", ["guides": #"{"data":[\#(row)]}"#]).entries.first)
    guard case .event(let event) = entry.details else {
      Issue.record("not an event")
      return
    }
    #expect(event.venue == Event.Venue(city: "X", state: state, stateCode: code))
  }
}
