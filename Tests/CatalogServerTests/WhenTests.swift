import CampusCatalog
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The control of the time") struct WhenTests {
  /// A site of an American campus at noon on a Saturday.
  private func site() async throws -> TestSite {
    let entries = [
      try place("us/x/1", "Day", hours: daily([service("10:00", "17:00")])),
      try place("us/x/2", "Late", hours: daily([service("10:00", "23:00")])),
    ]
    let site = try await TestSite(entries)
    try await site.show(entries, countries: ["us": "US"])
    return site
  }

  private func choice(_ text: String) -> String? { text.firstMatch(of: /<span class="value">([^<]*)</).map { String($0.output.1) } }

  /// The values of fields by their names, without those of menus.
  private func fields(_ text: String) -> [String: String] {
    let fields = text.matches(of: /<input [^>]*name="(\w+)"[^>]* value="([^"]*)"/)
    return Dictionary(fields.map { (String($0.output.1), String($0.output.2)) }) { first, _ in first }
  }

  @Test(
    "It says what is chosen",
    arguments: [
      ("", "Now"), ("open=now", "Now"), ("at=tonight", "Tonight"), ("open=tonight", "Tonight"), ("at=tomorrow", "Tomorrow"),
      ("at=2026-11-22", "Tomorrow"), ("at=2026-12-05", "Sat, Dec 5"), ("at=2027-01-02", "Sat, Jan 2, 2027"), ("at=18:00", "6 PM"),
      ("open=2026-12-05+18:00", "Sat, Dec 5, 6 PM"), ("until=22:00", "Until 10 PM"), ("until=10pm", "Until 10 PM"),
      ("for=30m", "For 30 minutes"), ("for=1h", "For 1 hour"), ("for=90", "For 90 minutes"),
      ("at=tomorrow+12:00&until=22:00", "Sun, Nov 22, noon, until 10 PM"), ("at=13:00&for=2h", "1 PM, for 2 hours"),
      ("q=late+sunday", "Tomorrow"), ("at=13:00&clock=24", "13:00"),
    ])
  func choices(query: String, expected: String) async throws {
    let text = try await site().get("/us?\(query)").text
    #expect(choice(text) == expected)
    #expect(text.contains("<details name=\"choices\" class=\"when\" data-on>") == (expected != "Now"))
  }

  @Test("Its fields have the values of the address, so that a form without a script sends them again")
  func fieldsHaveTheirValues() async throws {
    let site = try await site()
    let stay = fields(try await site.get("/us?open=2026-12-05+18:00&until=22:00&units=km").text)
    #expect(stay["date"] == "2026-12-05" && stay["time"] == "18:00" && stay["until"] == "22:00" && stay["open"] == "2026-12-05 18:00")
    #expect(stay["units"] == "km")
    let long = try await site.get("/us?for=2h").text
    #expect(long.contains("<option value=\"2h\" selected>2 hours</option>") && fields(long)["until"] == "")
    // The beginning of tonight is no choice of a time.
    let tonight = fields(try await site.get("/us?at=tonight").text)
    #expect(tonight["date"] == "" && tonight["time"] == "" && tonight["at"] == "tonight")
    // A time that has no field is kept, too.
    let far = try await site.get("/us?until=2026-11-21T22:00:00-05:00").text
    #expect(far.contains("<input type=\"hidden\" name=\"until\" value=\"2026-11-21T22:00:00-05:00\">"))
    #expect(try await site.get("/us?q=&open=&date=&time=&until=&for=&building=").status == 200)
    let sent = try await site.request("/us?date=2026-12-05&time=18:00&until=22:00&for=&clock=24")
    #expect(sent.header("location") == "/us?until=22:00&clock=24&at=2026-12-05%2018:00")
  }

  @Test(
    "The answer says how long places stay open",
    arguments: [
      ("until=22:00", "1 place stays open until 10 PM"), ("for=2h", "2 places stay open for 2 hours"),
      ("for=12h", "Nothing stays open for 12 hours"), ("open=now&for=30m", "2 places stay open for 30 minutes"),
      ("at=2026-12-05+18:00&until=22:00", "1 place stays open from Sat, Dec 5 at 6 PM until 10 PM"),
      ("at=2026-12-05+18:00", "1 of 2 places open on Sat, Dec 5 at 6 PM"),
    ])
  func answers(query: String, expected: String) async throws {
    let text = try await site().get("/us?\(query)").text
    let heading = try #require(text.firstMatch(of: /<h1 id="answer">(.*?)<\/h1>/))
    #expect(heading.output.1.replacing(/<[^>]*>/, with: "") == expected)
    #expect(text.contains("\"state\":\"open\"") == !query.hasSuffix("+18:00"))
  }

  @Test(
    "Fields that do not fit together are explained in the words of the form, and keep their values",
    arguments: [
      ("until=22:00&for=2h", "cannot be used together", "for"), ("at=2026-12-05&until=22:00", "need a time of day", "until"),
      ("at=tonight&for=2h", "need a time of day", "for"), ("until=soon", "invalid time", "until"), ("for=long", "invalid duration", "for"),
    ])
  func problems(query: String, explanation: String, name: String) async throws {
    let (status, text) = try await site().get("/us?\(query)")
    let problem = try #require(text.firstMatch(of: /id="problem" role="alert">([^<]*)</))
    #expect(status == 400 && problem.output.1.contains(explanation))
    #expect(text.contains("<details name=\"choices\" class=\"when\" data-on open>"), "the fields are shown")
    #expect(text.contains("<h1 id=\"answer\">These choices do not fit together</h1>") == !explanation.hasPrefix("invalid"))
    let field = try #require(text.matches(of: /<(?:input|select) id="(\w+)"[^>]*>/).first { $0.output.1 == name })
    #expect(field.output.0.contains(" aria-invalid=\"true\" aria-describedby=\"problem\""))
    #expect(fields(text)["date"] == (query.contains("2026") ? "2026-12-05" : ""))
    if query.contains("until=22") { #expect(fields(text)["until"] == "22:00") }
  }

  @Test("A night or a day is chosen without a time that places stay open until, which would make no sense")
  func periods() async throws {
    let text = try await site().get("/us?at=18:00&until=22:00").text
    for (name, address) in [("Now", "/us?until=22:00"), ("Tonight", "/us?at=tonight"), ("Tomorrow", "/us?at=tomorrow")] {
      #expect(text.contains("href=\"\(address)\" data-name=\"at\""), "\(name)")
    }
  }

  @Test("Rows lead to the place at the chosen time, and its page back to the list", arguments: ["tonight", "tomorrow", "2026-12-05 18:00"])
  func placesKeepTheTime(time: String) async throws {
    let site = try await site()
    let address = PlacesForm.address("/places/us/x/2", at: time)
    for name in ["at", "open"] {
      #expect(try await site.get(PlacesForm.address("/us", [(name, time)])).text.contains("href=\"\(address)\""), "\(name)")
    }
    #expect(try await site.get(address).text.contains("<nav aria-label=\"Path\"><a href=\"\(PlacesForm.address("/us", at: time))\">"))
  }
}
