import AdapterWorkbench
import CampusCatalog
import FeedKit
import TestKit
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
    (
      #"<link rel="https://theeventscalendar.com/" href="https://www.example.edu/arts/wp-json/tribe/events/v1/" />"#,
      "the-events-calendar https://www.example.edu/arts/wp-json/tribe/events/v1/events?per_page=50"
    ),
    (
      #"<script src="//cal.example.edu/widget/view?schools=example&amp;container=localist-widget-1"></script><link href="//assets.localist.com/x.css">"#,
      "localist https://cal.example.edu/api/2/events?days=60&pp=100"
    ),
    (
      #"<img src="https://example.enterprise.localist.com/a.png">"#,
      "localist https://example.enterprise.localist.com/api/2/events?days=60&pp=100"
    ),
    (
      #"<script src="https://cal.example.edu/livewhale/theme/core/scripts/lwcw.js"></script><meta name="generator" content="LiveWhale">"#,
      "livewhale https://cal.example.edu/live/json/events"
    ),
    (#"<META content='LiveWhale Calendar' NAME=generator>"#, "livewhale https://www.example.edu/live/json/events"),
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

  /// Addresses that no page states are not made up, and private ones are not passed on.
  @Test(arguments: [
    (#"<a href="https://www.nutrislice.com/"></a> <a href="https://help.campusgroups.com/"></a>"#, [], 0),
    (#"<a href="https://nutrislice.com.example.org/x.ics">"#, ["icalendar https://nutrislice.com.example.org/x.ics"], 0),
    (#"<script>LibCalHours({iid: 991, lid: 0}); var libcal = 1</script>"#, ["libcal -"], 0),
    (
      #"<a href="https://ND.nutrislice.com/a"></a><a href="https://nd.Nutrislice.com/b"></a>"#,
      ["nutrislice https://nd.api.nutrislice.com/menu/api/schools/"], 0
    ),
    (#"<a href="http://user:pw@evil.example.edu/x.ics"></a><a href="webcal://u@example.edu/y.ics"></a>"#, [], 2),
    (
      #"<a href="https://x.example.edu/cal.ics?token=SECRET"></a><a href="https://x.example.edu/cal.ics?a=1&amp;private-abcdef"></a>"#, [],
      2
    ),
    (#"<a href="https://calendar.google.com/calendar/ical/me%40gmail.com/private-0123456789abcdef/basic.ics">"#, [], 1),
    (#"<a href="https://example.edu/private-dining.ics">"#, ["icalendar https://example.edu/private-dining.ics"], 0),
    (#"<a href="calendars/all.ics">"#, ["icalendar https://www.example.edu/home/calendars/all.ics"], 0),
  ])
  func addressesAreStatedAndPublic(_ text: String, _ expected: [String], _ secrets: Int) throws {
    let address = try #require(WebAddress("https://www.example.edu/home/"))
    #expect(try found([(address.description, text)]) == expected)
    var survey = SiteSurvey(of: address)
    survey.read(SitePage(Array(text.utf8), at: address))
    #expect(survey.secretCount == secrets)
  }

  /// A word is no evidence of a platform, and neither is a link to its makers.
  @Test(arguments: [
    "We use Localist, LiveWhale and The Events Calendar.", #"<div class="localist-widget tribe-events livewhale">"#,
    #"<a href="https://www.localist.com/">L</a><a href="https://www.livewhale.com/">W</a><a href="https://theeventscalendar.com/">T</a>"#,
    #"<meta name="generator" content="WordPress 6.9"><meta name="description" content="Localist, LiveWhale"><p>generator</p>"#,
    #"<img src="https://images.localist.com/1/a.jpg"><a href="/news/livewhale/">N</a><a href="https://example.org/a/livewhale/">O</a>"#,
  ])
  func wordsAreNoEvidence(_ text: String) throws {
    #expect(try found([("https://www.example.edu/", text)]) == [])
  }

  /// Each page with evidence of its own is found on its own host.
  @Test func pagesOfSeveralHostsAreFound() throws {
    let page = #"<meta name="generator" content="LiveWhale">"#
    #expect(
      try found([("https://www.example.edu/", page), ("https://events.example.edu/", page), ("https://events.example.edu/a", page)]) == [
        "livewhale https://www.example.edu/live/json/events", "livewhale https://events.example.edu/live/json/events",
      ])
  }

  /// A site has the last two labels of its host, or three where the country has second levels.
  @Test(arguments: [
    ("www.tum.de", "tum"), ("www.kth.se", "kth"), ("www.uu.nl", "uu"), ("www.ubc.ca", "ubc"), ("www.lmu.de", "lmu"), ("www.ku.dk", "ku"),
    ("www.example.ac.uk", "example"), ("www.univie.ac.at", "univie"), ("www.unimelb.edu.au", "unimelb"), ("www.example.edu", "example"),
  ])
  func sitesIncludeTheirHosts(_ host: String, _ campus: String) throws {
    let first = try #require(WebAddress("https://\(host)/"))
    let sibling = "https://events.\(host.dropFirst(4))/"
    var survey = SiteSurvey(of: first)
    survey.read(
      SitePage(Array(#"<a href="\#(sibling)">E</a><a href="https://events.other.\#(host.split(separator: ".")[2])/">"#.utf8), at: first))
    #expect(survey.campus == campus && survey.next() == sibling)
    #expect(survey.next() == nil)
  }

  @Test func sitesWithoutNamesHaveIDs() throws {
    for (host, campus) in [("127.0.0.1:8080", "campus"), ("[::1]", "campus"), ("localhost", "localhost")] {
      #expect(SiteSurvey(of: try #require(WebAddress("http://\(host)/"))).campus == campus)
    }
  }

  /// Links are relative to the page, or to the base that it states; and the site is that of the first page after redirects.
  @Test(arguments: [
    (
      #"<a href="hours.html"> <a href='events/'> <a href=./dining> <a href="../menu?a=/../b#c">"#,
      ["/a/b/hours.html", "/a/b/events/", "/a/b/dining", "/a/menu?a=/../b"]
    ),
    (#"<base href="/other/"><a href="hours.html">"#, ["/other/hours.html"]),
    (#"<base target=_top href='https://www.new.edu/x/'><a href="../events">"#, ["/events"]),
    (#"<base href="https://www.elsewhere.edu/"><a href="events">"#, []),
    (##"<a href="#events"> <a href="javascript:events()"> <a href="mailto:events@new.edu"> "events.html" <p>dining</p>"##, []),
  ])
  func relativeLinksAreFollowed(_ text: String, _ expected: [String]) throws {
    var survey = SiteSurvey(of: try #require(WebAddress("https://www.old.edu/")))
    survey.read(SitePage(Array(text.utf8), at: try #require(WebAddress("https://www.new.edu/a/b/"))))
    var next: Set<String> = []
    while let address = survey.next() { next.insert(address) }
    #expect(next == Set(expected.map { "https://www.new.edu\($0)" }))
    #expect(survey.campus == "new")
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
    for text in [
      "//x.libcal.com/widget/hours/g?", "iid:", "https://a.campuslabs.com/engage'", "<title", "/hours/\"", "webName:'",
      "<meta name=generator ",
    ] {
      let page = SitePage(Array(String(repeating: text, count: 100_000).utf8), at: try #require(WebAddress("https://a.edu/")))
      var survey = SiteSurvey(of: page.address)
      let time = processorTime { survey.read(page) }
      #expect(survey.findings.count <= 10 && time < .seconds(20), "\(text): \(time)")
    }
  }
}
