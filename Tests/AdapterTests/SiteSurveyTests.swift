import AdapterWorkbench
import CampusCatalog
import FeedKit
import Testing

/// The platforms of a web site are found by the traces that they leave on its pages.
@Suite struct SiteSurveyTests {
  private func found(_ pages: [(url: String, text: String)]) throws -> [String] {
    var survey = SiteSurvey(of: try #require(WebAddress(pages[0].url)))
    for page in pages { survey.read(SitePage(Array(page.text.utf8), at: try #require(WebAddress(page.url)))) }
    return survey.findings.map { "\($0.adapter) \($0.address ?? "-")" }
  }

  @Test(arguments: [
    (
      #"<script src="https://api3-eu.libcal.com/js/hours_today.js?002"></script><script>new $.LibCalTodayHours({ iid: 4711, lid: 0 });</script>"#,
      "libcal https://api3-eu.libcal.com/api_hours_grid.php?iid=4711&format=json&weeks=2"
    ),
    (
      #"<iframe src="//hours.example.edu/widget/hours/grid?iid=12&amp;lid=3&amp;format=json"></iframe>"#,
      "libcal https://hours.example.edu/widget/hours/grid?iid=12&format=json&weeks=2"
    ),
    (
      #"fetch('https://lib.libcal.com/api_hours_today.php?lid=0&iid=99')"#,
      "libcal https://lib.libcal.com/api_hours_grid.php?iid=99&format=json&weeks=2"
    ),
    (#"<a href="https://lib.libcal.com/">Rooms</a>"#, "libcal -"),
    (#"<link href="https://assets.localist.com/x.css">"#, "localist https://www.example.edu/api/2/events?days=60&pp=100"),
    (#"<a href="https://events.example.edu/live/calendar/view">All</a>"#, "livewhale https://events.example.edu/live/json/events"),
    (
      #"{"url":"https:\/\/blog.example.edu\/life\/wp-json\/tribe\/events\/v1\/"}"#,
      "the-events-calendar https://blog.example.edu/life/wp-json/tribe/events/v1/events?per_page=50"
    ),
    (#"<a href="https://example.campusgroups.com/events">Clubs</a>"#, "campusgroups https://example.campusgroups.com/rss_events"),
    (
      #"<script>$Trumba.addSpud({ webName: "example-events", spudType : "main" });</script>"#,
      "icalendar https://www.trumba.com/calendars/example-events.ics"
    ),
    (#"<a href="webcal://example.edu/cal/all.ics">Subscribe</a>"#, "icalendar https://example.edu/cal/all.ics"),
    (
      #"<iframe src="https://calendar.google.com/calendar/embed?ctz=UTC&amp;src=a%40group.calendar.google.com"></iframe>"#,
      "icalendar https://calendar.google.com/calendar/ical/a%40group.calendar.google.com/public/basic.ics"
    ),
    (#"<a href="https://example.nutrislice.com/menu/hall">Menu</a>"#, "nutrislice https://example.api.nutrislice.com/menu/api/schools/"),
    ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "icalendar https://www.example.edu/"),
    (#"<?xml version="1.0"?><openmensa version="2.1"><canteen/></openmensa>"#, "openmensa https://www.example.edu/"),
  ])
  func platformsAreFound(_ text: String, _ expected: String) throws {
    #expect(try found([("https://www.example.edu/", text)]) == [expected])
  }

  /// A feed is found once, and an address replaces a platform whose address was unknown.
  @Test func findingsAreDistinct() throws {
    let hours = #"<a href="https://x.libcal.com/">Rooms</a>"#
    let more = #"<a href="https://x.libcal.com/widget/hours/grid?iid=7"></a> <a href="https://x.libcal.com/widget/hours/today?iid=7"></a>"#
    #expect(
      try found([("https://a.edu/", hours), ("https://a.edu/b", more), ("https://a.edu/c", hours)]) == [
        "libcal https://x.libcal.com/widget/hours/grid?iid=7&format=json&weeks=2"
      ])
    #expect(try found([("https://a.edu/", "<a href='/about'>About</a> plain text, iid: 5")]) == [])
  }

  /// Only pages of the same site whose addresses name a subject are read: hosts of their own first, and ten at most.
  @Test func fewPagesAreRead() throws {
    let first = try #require(WebAddress("https://www.example.ac.uk/"))
    var survey = SiteSurvey(of: first)
    let links = [
      "/about", "/news/2026/calendar-of-old-things", "https://events.example.ac.uk/", "/library/hours#today", "/style/hours.css",
    ]
    let others = ["https://events.other.ac.uk/", "https://www.example.ac.uk/"] + (0..<20).map { "/dining/\($0)" }
    let page = "<title>Example &amp; University</title>" + (links + others).map { #"<a href="\#($0)">x</a>"# }.joined()
    survey.read(SitePage(Array(page.utf8), at: first))
    #expect(survey.title == "Example & University" && survey.campus == "example")
    var next: [String] = []
    while let address = survey.next() { next.append(address) }
    #expect(next.count == SiteSurvey.mostPages)
    #expect(next.prefix(2) == ["https://events.example.ac.uk/", "https://www.example.ac.uk/library/hours"])
    #expect(!next.contains { $0.contains("other") || $0.contains("about") || $0.contains(".css") })
  }

  /// The work is in proportion to the size of a page, whatever is on it.
  @Test func hostilePagesAreReadQuickly() throws {
    let start = ContinuousClock.now
    for text in ["//x.libcal.com/widget/hours/g?", "iid:", "https://a.campuslabs.com/engage'", "<title", "/hours/\"", "webName:'"] {
      let page = SitePage(Array(String(repeating: text, count: 100_000).utf8), at: try #require(WebAddress("https://a.edu/")))
      var survey = SiteSurvey(of: page.address)
      survey.read(page)
      #expect(survey.findings.count <= 10)
    }
    #expect(start.duration(to: .now) < .seconds(60))
  }
}
