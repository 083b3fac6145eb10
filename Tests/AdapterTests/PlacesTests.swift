import CampusCatalog
import OpeningHours
import Testing

@Suite struct PlacesTests {
  private static func feed(_ monday: String) -> String {
    let times = ([monday] + Array(repeating: "closed", count: 6)).map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"food_venues":[{"name":"A Café","building":"Guild","lat":"53.4","lon":"-2.9","description":"","opening_times":[\#(times)]}]}"#
  }

  @Test(arguments: [
    ("08:00-16:00", "08:00-16:00"), ("08:00 – 16:00", "08:00-16:00"), ("08:00—16:00", "08:00-16:00"), ("8.00-16.00", "08:00-16:00"),
    ("8am-4pm", "08:00-16:00"), ("8:30am - 4:15pm", "08:30-16:15"), ("8 a.m. - 4 p.m.", "08:00-16:00"), ("12pm-11pm", "12:00-23:00"),
    ("noon-midnight", "12:00-24:00"), ("12:00-00:00", "12:00-24:00"), ("12am-8am", "00:00-08:00"), ("17:00-02:00", "17:00-26:00"),
    ("08:00-23:59", "08:00-24:00"), ("11:00-14:00, 17:00-21:00", "11:00-14:00, 17:00-21:00"), ("9:00-12:30", "09:00-12:30"),
    ("closed", "closed"), ("CLOSED", "closed"), ("Closed all day", "closed"), ("-", "closed"),
    ("–", "closed"), ("", "closed"),
    ("closed for the vacation", "unknown"), ("Closed outside term time", "unknown"), ("Closed until 12:00", "unknown"),
    ("closed except Mondays", "unknown"), ("closed from noon", "unknown"),
    ("ask inside", "unknown"), ("9-5", "unknown"), ("9:00-5:00", "unknown"), ("10am-4:00", "unknown"), ("8am-4", "unknown"),
    ("08:00-08:00", "unknown"), ("08:00-12:00-16:00", "unknown"), ("13pm-14pm", "unknown"), ("8:5-16:00", "unknown"),
    ("24 hours", "00:00-24:00"), ("25:61-16:00", "unknown"), ("08:00-24:01", "unknown"), ("08:60-16:00", "unknown"),
  ])
  func hoursOfADay(_ text: String, _ expected: String) async throws {
    let catalog = try await Reply.catalog("liverpool/places", ["places": Self.feed(text)])
    #expect(try catalog.hours("liverpool/places/a-cafe-guild", "2026-11-16") == expected)
    #expect(try catalog.hours("liverpool/places/a-cafe-guild", "2026-11-17") == "closed")
  }

  @Test func unreadableTimesHaveANote() async throws {
    let report = try await Reply.report("liverpool/places", ["places": Self.feed("25:61-16:00")])
    #expect(report.rejected == 0)
    #expect(report.notes.first?.pointer == "/food_venues/0/opening_times/0")
  }

  @Test func idsDependOnNameAndBuilding() async throws {
    let body = #"""
      {"food_venues":[{"name":"Joe's Café – “Nº 1”","building":"Sydney  Jones Library","lat":"53.4","lon":"-2.9","description":"<p>x</p>"},
      {"name":"寿司","building":"","lat":"53.4","lon":"-2.9","description":""}]}
      """#
    let ids = try await Reply.catalog("liverpool/places", ["places": body]).entries.map(\.id.description)
    #expect(ids == ["liverpool/places/%E5%AF%BF%E5%8F%B8", "liverpool/places/joes-cafe-no-1-sydney-jones-library"])
  }
}
