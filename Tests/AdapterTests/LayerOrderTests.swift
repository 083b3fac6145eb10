import FeedKit
import TestKit
import Testing

/// The order of layers, and the dates of schedules.
@Suite struct LayerOrderTests {
  private func layer(_ name: String, _ from: String, _ to: String? = nil) throws -> Layer {
    let first = try #require(LocalDate(from))
    let last = try to.map { try #require(LocalDate($0)) }
    return try #require(Layer(.special, name: name, from: first, to: last, .week(WeekPlan())))
  }

  /// Returns the names of layers in their order, which is the same for every order of the feed.
  private func names(_ layers: [Layer], _ order: ([Layer]) -> [Layer]) -> [String] {
    let names = order(layers).map { "\($0.name ?? "") \($0.from?.description ?? "")" }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20 { #expect(order(layers.shuffled(using: &generator)) == order(layers)) }
    return names
  }

  @Test func theNarrowestIsLast() throws {
    var notes = RecordNotes()
    let layers = [
      try layer("Finals", "2026-12-10", "2026-12-20"), try layer("Sunday", "2026-12-13", "2026-12-13"),
      try layer("Alumni day", "2026-12-13", "2026-12-13"), try layer("Finals", "2026-12-10", "2026-12-20"),
      try layer("Winter", "2026-11-01"), try layer("Sunday", "2026-12-06", "2026-12-06"),
    ]
    #expect(
      names(layers) { $0.narrowestLast(noting: &notes) } == [
        "Winter 2026-11-01", "Finals 2026-12-10", "Sunday 2026-12-13", "Sunday 2026-12-06", "Alumni day 2026-12-13",
      ])
  }

  @Test func theLatestStartIsLast() throws {
    var notes = RecordNotes()
    let layers = [
      try layer("Spring", "2027-01-18"), try layer("Autumn", "2026-08-24"), try layer("Spring", "2027-01-18"),
      try layer("Early spring", "2027-01-18"),
    ]
    #expect(names(layers) { $0.latestStartLast(noting: &notes) } == ["Autumn 2026-08-24", "Early spring 2027-01-18", "Spring 2027-01-18"])
  }

  @Test(arguments: [
    ("2026-11-24T00:00:00", "2026-11-24"), ("2026-11-24T00:00:00Z", "2026-11-24"), ("2026-11-24T00:00:01Z", "2026-11-23"),
    ("2026-11-24T00:00:00.5Z", "2026-11-23"), ("2026-11-23T19:00:00-05:00", "2026-11-24"), ("2026-11-24T23:30:00-08:00", "2026-11-25"),
  ])
  func datesStatedByTimes(_ text: String, _ date: String) throws {
    let zone = try #require(Zone("America/New_York"))
    #expect(try #require(LocalDateTime(text)).statedDate(in: zone).description == date)
  }
}
