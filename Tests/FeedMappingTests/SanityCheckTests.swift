import AdapterWorkbench
import FeedKit
import Testing

/// A good mapping of a good reply has no findings, and each mistake in one of them has its own.
@Suite struct SanityCheckTests {
  /// A change of the mapping or the reply, and the resulting doubt.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let findings: [SanityFinding.Code]
    /// A part of the mapping, and its replacement.
    var mapping = ("", "")
    /// A part of the reply, and its replacement.
    var reply = ("", "")
    /// The number of minutes added to all times.
    var shift = 0
    var zone = "America/New_York"

    init(
      _ description: String, _ findings: [SanityFinding.Code], mapping: (String, String) = ("", ""), reply: (String, String) = ("", ""),
      shift: Int = 0, zone: String = "America/New_York"
    ) {
      (testDescription, self.findings, self.mapping, self.reply) = (description, findings, mapping, reply)
      (self.shift, self.zone) = (shift, zone)
    }
  }

  private static let week = """
    {"week": {"each": "/hours", "day": {"at": "/day", "numbers": {"1": "monday"}}, "opens": "/open", "closes": "/close", "label": "/note",
              "skip": {"at": "/note", "is": "closed"}}}
    """
  private static let dates = """
    {"dates": {"each": "/dates", "date": {"date": "/on", "order": "month-first"}, "opens": "/open", "closes": "/close"}}
    """
  private static let mapping = """
    {"records": ["/colleges", "/places"], "id": "/key", "name": "/name", "category": {"table": {"Cafe": "cafe", "Grill": "restaurant"}, "of": "/kind"},
     "location": {"coordinate": {"latitude": "/lat", "longitude": "/lon"}}, "hours": \(week)}
    """

  private static let places: [(name: String, kind: String, latitude: Double, longitude: Double, opens: Int, closes: Int)] = [
    ("North Star", "Grill", 42.4531, -76.4794, 450, 1200), ("Lakeside", "Cafe", 42.4468, -76.4882, 480, 1080),
    ("Quad Kitchen", "Grill", 42.4492, -76.4801, 660, 900), ("Morning Bell", "Cafe", 42.4451, -76.4836, 420, 960),
    ("The Annex", "Cafe", 42.4474, -76.4818, 510, 1050), ("West Commons", "Grill", 42.4483, -76.4879, 435, 1260),
  ]

  /// Returns a reply of 4 March 2026, a Wednesday: places that open from Monday to Friday, and for a short time on Saturdays.
  private static func reply(shift: Int) -> String {
    func row(_ first: String, _ opens: Int, _ closes: Int, _ rest: String = "") -> String {
      let times = [opens + shift, closes + shift].map { minutes in
        let (hour, minute) = (minutes / 60 % 24, minutes % 60)
        return "\"\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)\""
      }
      return "{\(first), \"open\": \(times[0]), \"close\": \(times[1]), \"supper\": \"17:00\", \"end\": \"21:00\"\(rest)}"
    }
    let records = places.enumerated().map { index, place in
      let weekdays = (1...5).map { row("\"day\": \($0)", place.opens, place.closes) }
      let hours = weekdays + [row("\"day\": 6", 600, 840), row("\"day\": 7", 600, 840, ", \"note\": \"Closed\"")]
      let dates = (4...10).filter { $0 != 8 }.map { day in
        row("\"on\": \"03/\(day < 10 ? "0" : "")\(day)/26\"", day == 7 ? 600 : place.opens, day == 7 ? 840 : place.closes)
      }
      return """
        {"key": "p\(index * 7 + 31)", "sort": \(index), "number": \(index + 1), "name": "\(place.name)", "loud": "\(place.name.uppercased())",
         "html": "<b>\(place.name)</b>", "kind": "\(place.kind)", "lat": \(place.latitude), "lon": \(place.longitude),
         "x": \(20 + index), "y": \(30 + index), "open24": false,
         "hours": [\(hours.joined(separator: ", "))], "dates": [\(dates.joined(separator: ", "))]}
        """
    }
    return """
      {"colleges": [{"campus": {"name": "Town College", "lat": 42.4475, "lon": -76.4831}, "places": [\(records.joined(separator: ",\n"))]}]}
      """
  }

  private func findings(_ mistake: Mistake) async throws -> [SanityFinding.Code] {
    func changed(_ text: String, _ change: (String, String)) throws -> String {
      if change.0.isEmpty { return text }
      try #require(text.contains(change.0))
      return text.replacing(change.0, with: change.1)
    }
    let mapping = try changed(Self.mapping, mistake.mapping)
    let trial = try await MappingCase(mapping, zone: mistake.zone).trial(try changed(Self.reply(shift: mistake.shift), mistake.reply))
    #expect(trial.draft.entries.count == Self.places.count)
    return SanityCheck(trial, at: Instant("2026-03-04T12:00:00-05:00")).findings().map(\.code)
  }

  @Test(arguments: [week, dates]) func aRightReadingHasNoFindings(_ hours: String) async throws {
    #expect(try await findings(Mistake("no mistake", [], mapping: (Self.week, hours))) == [])
  }

  private static let hourMistakes = [
    Mistake("supper alone is read", [.noon], mapping: (#""/open", "closes": "/close""#, #""/supper", "closes": "/end""#)),
    Mistake(
      "a condition is the wrong way round", [.noon, .aroundTheClock],
      mapping: (#"{"week""#, #"{"always": {"at": "/open24", "is": false}, "week""#)),
    Mistake("times are off by twelve hours", [.noon, .nights], shift: 720),
    Mistake("times are off by minutes", [.oddTimes], shift: 4),
    Mistake("the first weekday is wrong", [.weekend], mapping: (#""1": "monday""#, #""1": "sunday""#)),
    Mistake("closings are read as openings", [.closedLabel], reply: (#""note": "Closed""#, #""note": "Kitchen closed""#)),
    Mistake(
      "every row is of Monday", [.noon, .oneWeekday],
      mapping: (#"{"at": "/day", "numbers": {"1": "monday"}}"#, #"{"text": "monday"}"#)),
    Mistake("hours are in another value", [.noHours], mapping: ("/hours", "/times")),
    Mistake(
      "month and day are swapped", [.otherDates], mapping: (week, dates.replacing("month-first", with: "day-first"))),
  ]

  @Test(arguments: hourMistakes) func mistakesInHours(_ mistake: Mistake) async throws {
    #expect(try await findings(mistake) == mistake.findings)
  }

  // MARK: - Raw records

  private func findings(_ hours: String, _ records: String...) async throws -> [SanityFinding] {
    let mapping = #"{"records": "", "id": "/id", "name": "/name", "category": {"text": "library"}, "hours": \#(hours)}"#
    let list = records.enumerated().map { #"{"id": "\#($0.offset)x", "name": "Hall \#($0.offset)", \#($0.element)}"# }
    let trial = try await MappingCase(mapping).trial("[\(list.joined(separator: ", "))]")
    #expect(trial.draft.entries.count == records.count, "\(trial.draft.notes)")
    return SanityCheck(trial, at: nil).findings()
  }

  /// Only the first of several lists, weekdays or dates is read.
  @Test(arguments: [
    (
      #"{"week": {"each": "/meals/0/hours", "day": "/days", "opens": "/from", "closes": "/to"}}"#,
      #"{"week": {"each": ["/meals", "/hours"], "day": "/days", "opens": "/from", "closes": "/to"}}"#, "/meals/1/hours/0/from",
      #"""
      "meals": [{"hours": [{"days": "mon-fri", "from": "7am", "to": "9:30am"}]}, {"hours": [{"days": "mon-fri", "from": "11am", "to": "1:30pm"}]}]
      """#
    ),
    (
      #"{"week": {"monday": {"join": ["/monday/open", "/monday/close"], "with": "-"}}}"#,
      #"{"week": {\#(["monday", "tuesday", "friday"].map { #""\#($0)": {"join": ["/\#($0)/open", "/\#($0)/close"], "with": "-"}"# }.joined(separator: ", "))}}"#,
      "/tuesday/close",
      #""monday": {"open": "8:00 AM", "close": "5:00 PM"}, "tuesday": {"open": "8:00 AM", "close": "6:00 PM"}, "friday": {"open": "8:00 AM", "close": "4:00 PM"}"#
    ),
    (
      #"{"dates": {"each": "/weeks/0", "date": "/date", "opens": "/open", "closes": "/close"}}"#,
      #"{"dates": {"each": ["/weeks", ""], "date": "/date", "opens": "/open", "closes": "/close"}}"#, "/weeks/1/Monday/date",
      #""weeks": [{"Monday": {"date": "2026-11-23", "open": "08:00", "close": "17:00"}}, {"Monday": {"date": "2026-11-30", "open": "08:00", "close": "17:00"}}]"#
    ),
  ])
  func hoursThatAreReadInPart(part: String, whole: String, pointer: String, record: String) async throws {
    let found = try await findings(part, record, record).first { $0.code == .partialHours }
    #expect(found?.message.contains(pointer) == true, "\(String(describing: found))")
    #expect(try await !findings(whole, record, record).contains { $0.code == .partialHours })
  }

  /// Nothing in the hours themselves says so if all places are closed or open around the clock today.
  @Test func recordsThatNameOneWeekday() async throws {
    let today = { (status: String) in #""day": "Tuesday", "status": "\#(status)""# }
    let found = try await findings(#"{"week": {"text": "/status"}}"#, today("24 hours"), today("closed"))
    #expect(found.contains { $0.code == .oneWeekday && $0.message.contains("those of Tuesday only") }, "\(found)")
    let usual = try await findings(#"{"week": {"text": "/status"}}"#, #""day": "Tuesday", "status": "Mon-Fri 8am-5pm""#)
    #expect(!usual.contains { $0.code == .oneWeekday })
  }

  private static let positionMistakes = [
    Mistake("latitude and longitude are swapped", [.swapped], mapping: (#""/lat", "longitude": "/lon""#, #""/lon", "longitude": "/lat""#)),
    Mistake("west is positive", [.swapped], reply: (#""lon": -"#, #""lon": "#)),
    Mistake(
      "all places are at the position of the campus", [.oneSpot],
      mapping: (#""/lat", "longitude": "/lon""#, #"{"group": "/campus/lat"}, "longitude": {"group": "/campus/lon"}"#)),
    Mistake("all places are in the sea", [.farAway], mapping: (#""/lat", "longitude": "/lon""#, #""/x", "longitude": "/y""#)),
    Mistake("the time zone is that of another place", [.zone], zone: "Asia/Tokyo"),
  ]

  @Test(arguments: positionMistakes) func mistakesInPositions(_ mistake: Mistake) async throws {
    #expect(try await findings(mistake) == mistake.findings)
  }

  private static let nameMistakes = [
    Mistake("names are in capitals", [.capitals], mapping: (#""name": "/name""#, #""name": "/loud""#)),
    Mistake("names contain HTML", [.names], mapping: (#""name": "/name""#, #""name": "/html""#)),
    Mistake("names are that of the group", [.names], mapping: (#""name": "/name""#, #""name": {"group": "/campus/name"}"#)),
    Mistake(
      "categories are those of another feed", [.noCategory], mapping: (#"{"Cafe": "cafe", "Grill": "restaurant"}"#, #"{"Gym": "gym"}"#)),
    Mistake("ids are positions", [.positionIDs], mapping: (#""/key""#, #""/sort""#)),
    Mistake("ids are positions from 1 on", [.positionIDs], mapping: (#""/key""#, #""/number""#)),
    Mistake("ids are names", [.changingIDs], mapping: (#""/key""#, #""/name""#)),
  ]

  @Test(arguments: nameMistakes) func mistakesInNamesAndIDs(_ mistake: Mistake) async throws {
    #expect(try await findings(mistake) == mistake.findings)
  }

  // MARK: - Cases

  /// Plausible mistakes: nothing looks wrong without comparing with the feed.
  private static let plausibleMistakes = [
    Mistake("the second weekday is the first", [], mapping: (#""1": "monday""#, #""2": "monday""#)),
    Mistake("the time zone is an hour off", [], zone: "America/Chicago"),
    Mistake("the end of supper is the end of the day", [], mapping: (#""closes": "/close""#, #""closes": "/end""#)),
    Mistake("supper begins the day", [], mapping: (#""opens": "/open""#, #""opens": "/supper""#)),
    Mistake("a name is a label", [], mapping: (#""label": "/note""#, #""label": {"record": "/name"}"#)),
    Mistake("a category is swapped", [], mapping: (#""Cafe": "cafe""#, #""Cafe": "restaurant""#)),
    Mistake("a category is missing", [], mapping: (#""Cafe": "cafe", "#, "")),
    Mistake("ids are those of another list", [], mapping: (#""id": "/key""#, #""id": {"join": ["/key", "/kind"], "with": "-"}"#)),
    Mistake("ids lose their first letter", [], mapping: (#""id": "/key""#, #""id": {"after": "p", "of": "/key"}"#)),
    Mistake("the kind is the name", [], mapping: (#""name": "/name""#, #""name": {"join": ["/kind", "/name"]}"#)),
    Mistake(
      "the position is lost", [], mapping: (#""latitude": "/lat", "longitude": "/lon""#, #""latitude": "/north", "longitude": "/east""#)),
    Mistake(
      "equal times are around the clock", [],
      mapping: (#"{"week""#, #"{"equal": "around the clock", "always": {"at": "/sort", "is": 0}, "week""#)),
    Mistake("cafes are left out", [], mapping: (#""/places"]"#, #""/places"], "skip": {"at": "/kind", "is": "cafe"}"#)),
  ]

  /// A recorded case has the entries of a right reading, so it catches errors that look plausible, too. A mistake in the mapping may also
  /// be refused.
  @Test(arguments: mistakesOfMappings) func aCaseCatchesEachMistake(_ mistake: Mistake) async throws {
    let isAboutDates = mistake.mapping.0 == Self.week
    let right = try await lines(Mistake("no mistake", [], mapping: isAboutDates ? (Self.week, Self.dates) : ("", "")))
    let found = try? await lines(mistake)
    #expect(found != right)
  }

  @Test func thereAreManyMistakes() {
    #expect(Self.mistakesOfMappings.count >= 30)
    // This many are caught by the sanity check alone, without a case.
    #expect(Self.mistakesOfMappings.count { !$0.findings.isEmpty } >= 16)
  }

  /// The mistakes in the mapping, not in the reply.
  private static let mistakesOfMappings = (hourMistakes + positionMistakes + nameMistakes + plausibleMistakes).filter {
    $0.reply.0.isEmpty && $0.shift == 0
  }

  private func lines(_ mistake: Mistake) async throws -> [String] {
    let text = mistake.mapping.0.isEmpty ? Self.mapping : Self.mapping.replacing(mistake.mapping.0, with: mistake.mapping.1)
    try #require(mistake.mapping.0.isEmpty || text != Self.mapping)
    let draft = try await MappingCase(text, zone: mistake.zone).read(Self.reply(shift: 0))
    return draft.entries.map { entry in
      var writer = JSONWriter()
      entry.write(to: &writer)
      return writer.text
    }
  }
}
