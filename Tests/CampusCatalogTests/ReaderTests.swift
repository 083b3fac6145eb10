import CampusCatalog
import SimdJSON
import Testing

/// Faults in catalog files, and the location that the reader reports.
@Suite struct ReaderTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let code: JSONFieldError.Code
    let pointer: String

    init(_ old: String, _ new: String, _ code: JSONFieldError.Code, _ pointer: String) {
      (self.old, self.new, self.code, self.pointer) = (old, new, code, pointer)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  private static let valid = """
    {"schema":"campus-catalog/1","generatedAt":"2026-11-21T17:00:00Z",
    "campuses":[
    {"id":"penn","name":"Penn","timeZone":"America/New_York","country":"US","location":{"latitude":39.9,"longitude":-75.1},"calendar":[{"name":"Fall","kind":"term","from":"2026-08-25","to":"2026-12-18"}]}
    ],
    "feeds":[
    {"id":"penn/dining","campus":"penn","adapter":"penn","outcome":"fresh","fetchedAt":"2026-11-21T16:00:00Z","bytes":5,"entries":2,"rejected":0,"notes":[{"code":"x.y","entry":"penn/dining/1","detail":"d"}]}
    ],
    "entries":[
    {"id":"penn/dining/1","kind":"place","campus":"penn","aliases":["penn/a/1"],"name":"Hall","category":"cafe","tags":["t"],"location":{"onCampus":true,"latitude":1.5,"longitude":2},"hours":{"zone":"America/New_York","layers":[{"level":"weekly","name":"Fall","from":"2026-08-25","to":"2026-12-18","week":{"mo":[["07:00","09:00","B"]]}},{"level":"special","days":{"2026-11-21":[],"2026-11-22":"unknown"}},{"level":"manual","always":true}]},"contact":{"phone":"1"},"links":[{"rel":"menu","href":"https://a.edu/"}],"images":[{"href":"https://a.edu/i","role":"logo"}],"sources":[{"feed":"penn/dining","record":"1"}],"provenance":[{"field":"name","from":"penn/dining/1","over":[{"from":"penn/a/1","value":"Old"}]}]},
    {"id":"penn/dining/2","kind":"event","campus":"penn","name":"Fair","startDate":"2026-11-21","endDate":"2026-11-22","venue":{"city":"Fairfax"},"loginRequired":false,"sources":[{"feed":"penn/dining","record":"2"}]},
    {"id":"penn/dining/3","kind":"alert","campus":"penn","name":"Snow","severity":"major","startsAt":"2026-11-21T17:00:00Z","sources":[{"feed":"penn/dining","record":"3"}]},
    {"id":"penn/dining/4","kind":"quote","campus":"penn","text":"Less.","sources":[{"feed":"penn/dining","record":"4"}]}
    ],
    "contentHash":"sha256:0"}

    """

  @Test func validTextIsAccepted() throws {
    let catalog = try CatalogReader.read(Array(Self.valid.utf8))
    #expect(catalog.entries.count == 4)
    #expect(catalog.campuses.count == 1)
    #expect(catalog.feeds.first?.notes.count == 1)
  }

  private func expect(_ fault: Fault) throws {
    #expect(Self.valid.contains(fault.old), "the text to replace does not occur")
    let range = try #require(Self.valid.firstRange(of: fault.old))
    var text = Self.valid
    text.replaceSubrange(range, with: fault.new)
    guard case .shape(let error) = refusal(of: text) else {
      Issue.record("it was read, or is no JSON")
      return
    }
    #expect(error.code == fault.code)
    #expect(error.pointer == fault.pointer)
    #expect(!error.message.isEmpty)
  }

  @Test(arguments: [
    Fault("\"campus-catalog/1\"", "\"campus-catalog/2\"", .value, "/schema"), Fault("\"schema\":\"campus-catalog/1\",", "", .missing, ""),
    Fault("\"schema\":", "\"more\":1,\"schema\":", .unknownKey, "/more"),
    Fault("\"generatedAt\":\"2026-11-21T17:00:00Z\",", "", .missing, ""),
    Fault("T17:00:00Z\",\n\"campuses", "T17:00:00\",\n\"campuses", .value, "/generatedAt"),
    Fault("\"generatedAt\":\"2026-11-21T17", "\"generatedAt\":\"2026-02-30T17", .value, "/generatedAt"),
    Fault("\"id\":\"penn\"", "\"id\":\"Penn\"", .value, "/campuses/0/id"),
    Fault("\"id\":\"penn\"", "\"id\":5", .type, "/campuses/0/id"), Fault("\"name\":\"Penn\",", "", .missing, "/campuses/0"),
    Fault("America/New_York", "EST", .value, "/campuses/0/timeZone"),
    Fault("\"US\"", "\"us\"", .value, "/campuses/0/country"), Fault("\"US\"", "\"USA\"", .value, "/campuses/0/country"),
    Fault("39.9", "99.9", .value, "/campuses/0/location"),
    Fault("\"latitude\":39.9,", "", .missing, "/campuses/0/location"), Fault("39.9", "\"39.9\"", .type, "/campuses/0/location/latitude"),
    Fault("\"term\"", "\"summer\"", .value, "/campuses/0/calendar/0/kind"),
    Fault("\"from\":\"2026-08-25\"", "\"from\":\"2026-12-25\"", .value, "/campuses/0/calendar/0"),
    Fault("\"from\":\"2026-08-25\"", "\"from\":\"2026-08-32\"", .value, "/campuses/0/calendar/0/from"),
    Fault("\"country\":\"US\"", "\"county\":\"US\"", .unknownKey, "/campuses/0/county"),
    Fault("sha256:0", "md5:0", .value, "/contentHash"), Fault("sha256:0", "sha256:\\n", .value, "/contentHash"),
  ])
  func faultsInCampusesAndHeader(fault: Fault) throws { try expect(fault) }

  @Test(arguments: [
    Fault("\"campus\":\"penn\",\"adapter\"", "\"campus\":\"gmu\",\"adapter\"", .value, "/feeds/0"),
    Fault("\"adapter\":\"penn\"", "\"adapter\":\"\"", .value, "/feeds/0/adapter"),
    Fault("\"fresh\"", "\"good\"", .value, "/feeds/0/outcome"), Fault("\"outcome\":\"fresh\",", "", .missing, "/feeds/0"),
    Fault("\"bytes\":5", "\"bytes\":5.0", .number, "/feeds/0/bytes"),
    Fault("\"bytes\":5", "\"bytes\":\"5\"", .type, "/feeds/0/bytes"), Fault("T16:00:00Z", "T25:61:00Z", .value, "/feeds/0/fetchedAt"),
    Fault("\"rejected\":0", "\"reject\":0", .unknownKey, "/feeds/0/reject"),
    Fault("\"entry\":\"penn/dining/1\"", "\"entry\":\"penn\"", .value, "/feeds/0/notes/0/entry"),
    Fault(",\"detail\":\"d\"", "", .missing, "/feeds/0/notes/0"),
    Fault("\"notes\":[{", "\"notes\":[1,{", .missing, "/feeds/0/notes/0"),
  ])
  func faultsInFeeds(fault: Fault) throws { try expect(fault) }

  @Test(arguments: [
    Fault("\"id\":\"penn/dining/1\"", "\"id\":\"penn/dining/9\"", .value, "/entries/1"),
    Fault("\"id\":\"penn/dining/2\"", "\"id\":\"penn/dining/1\"", .value, "/entries/1"),
    Fault("\"id\":\"penn/dining/1\"", "\"id\":\"penn/dining\"", .value, "/entries/0/id"),
    Fault("\"campus\":\"penn\",\"aliases\"", "\"campus\":\"gmu\",\"aliases\"", .value, "/entries/0"),
    Fault("\"kind\":\"place\"", "\"kind\":\"thing\"", .value, "/entries/0/kind"), Fault("\"kind\":\"place\",", "", .missing, "/entries/0"),
    Fault("[\"penn/a/1\"]", "[\"penn/a\"]", .value, "/entries/0/aliases/0"),
    Fault("\"cafe\"", "\"coffee\"", .value, "/entries/0/category"), Fault("[\"t\"]", "[\"t\",1]", .type, "/entries/0/tags/1"),
    Fault("[\"t\"]", "\"t\"", .type, "/entries/0/tags"),
    Fault("\"onCampus\":true", "\"onCampus\":1", .type, "/entries/0/location/onCampus"),
    Fault("\"latitude\":1.5,", "", .missing, "/entries/0/location"), Fault("\"phone\"", "\"fax\"", .unknownKey, "/entries/0/contact/fax"),
    Fault("\"menu\"", "\"food\"", .value, "/entries/0/links/0/rel"),
    Fault("https://a.edu/\"", "javascript:1\"", .value, "/entries/0/links/0/href"),
    Fault("\"logo\"", "\"icon\"", .value, "/entries/0/images/0/role"),
    Fault("[{\"feed\":\"penn/dining\",\"record\":\"1\"}]", "[]", .missing, "/entries/0"),
    Fault("\"feed\":\"penn/dining\"", "\"feed\":\"penn\"", .value, "/entries/0/sources/0/feed"),
    Fault("\"from\":\"penn/dining/1\"", "\"from\":\"somebody\"", .value, "/entries/0/provenance/0"),
    Fault(",\"value\":\"Old\"", "", .missing, "/entries/0/provenance/0/over/0"),
    Fault("\"name\":\"Fair\"", "\"name\":\"Fair\",\"severity\":\"major\"", .unknownKey, "/entries/1/severity"),
    Fault("\"startDate\":\"2026-11-21\"", "\"startDate\":\"2026-11-31\"", .value, "/entries/1/startDate"),
    Fault("\"city\"", "\"town\"", .unknownKey, "/entries/1/venue/town"),
    Fault("\"loginRequired\":false", "\"status\":\"off\"", .value, "/entries/1/status"),
    Fault("\"loginRequired\":false", "\"endUnknown\":1", .type, "/entries/1/endUnknown"),
    Fault("\"loginRequired\":false", "\"audience\":\"all\"", .type, "/entries/1/audience"),
    Fault(
      "\"loginRequired\":false",
      #""hours":{"zone":"Europe/Rome","layers":[{"level":"special","days":{"2026-11-23":[["19:00","20:00"]]}}]}"#,
      .value, "/entries/1/hours"),
    Fault("\"name\":\"Hall\"", "\"name\":\"Hall\",\"access\":\"all\"", .value, "/entries/0/access"),
    Fault("\"name\":\"Hall\"", "\"name\":\"Hall\",\"partOf\":\"gmu/x/1\"", .value, "/entries/0/partOf"),
    Fault("\"name\":\"Hall\"", "\"name\":\"Hall\",\"partOf\":\"penn/dining/1\"", .value, "/entries/0/partOf"),
    Fault("\"name\":\"Hall\"", "\"name\":\"Hall\",\"status\":\"cancelled\"", .unknownKey, "/entries/0/status"),
    Fault("\"severity\":\"major\"", "\"severity\":\"huge\"", .value, "/entries/2/severity"),
    Fault("\"startsAt\":\"2026-11-21T17:00:00Z\"", "\"startsAt\":\"2026-11-21T17:00:00\"", .value, "/entries/2/startsAt"),
    Fault("\"text\":\"Less.\",", "", .missing, "/entries/3"),
    Fault("\"name\":\"Hall\"", "\"name\":[]", .type, "/entries/0/name"),
  ])
  func faultsInEntries(fault: Fault) throws { try expect(fault) }

  @Test(arguments: [
    Fault("\"hours\":{\"zone\":\"America/New_York\"", "\"hours\":{\"zone\":\"Mars/X\"", .value, "/entries/0/hours/zone"),
    Fault("\"hours\":{\"zone\":\"America/New_York\",", "\"hours\":{", .missing, "/entries/0/hours"),
    Fault("\"level\":\"weekly\"", "\"level\":\"daily\"", .value, "/entries/0/hours/layers/0/level"),
    Fault("\"07:00\"", "\"7:00\"", .time, "/entries/0/hours/layers/0/week/mo/0/0"),
    Fault("\"09:00\"", "\"25:61\"", .time, "/entries/0/hours/layers/0/week/mo/0/1"),
    Fault("\"09:00\"", "\"07:00\"", .value, "/entries/0/hours/layers/0/week/mo/0"),
    Fault("\"09:00\"", "\"31:01\"", .value, "/entries/0/hours/layers/0/week/mo/0"),
    Fault("\"07:00\",\"09:00\",\"B\"", "\"07:00\"", .value, "/entries/0/hours/layers/0/week/mo/0"),
    Fault("\"B\"]", "\"B\",\"C\"]", .value, "/entries/0/hours/layers/0/week/mo/0"),
    Fault("\"B\"]", "7]", .type, "/entries/0/hours/layers/0/week/mo/0/2"),
    Fault("{\"mo\":", "{\"monday\":", .unknownKey, "/entries/0/hours/layers/0/week/monday"),
    Fault("\"2026-11-22\":\"unknown\"", "\"2026-11-22\":\"closed\"", .type, "/entries/0/hours/layers/1/days/2026-11-22"),
    Fault("\"2026-11-22\":", "\"2026-11-20\":", .value, "/entries/0/hours/layers/1/days/2026-11-20"),
    Fault("\"2026-11-22\":", "\"2026-11-31\":", .time, "/entries/0/hours/layers/1/days/2026-11-31"),
    Fault("\"special\",\"days\"", "\"special\",\"from\":\"2026-11-01\",\"days\"", .value, "/entries/0/hours/layers/1"),
    Fault("\"always\":true", "\"always\":false", .value, "/entries/0/hours/layers/2"),
    Fault("\"always\":true", "\"always\":true,\"days\":{}", .value, "/entries/0/hours/layers/2"),
    Fault(",\"always\":true", "", .value, "/entries/0/hours/layers/2"),
    Fault("\"level\":\"weekly\"", "\"level\":\"manual\"", .value, "/entries/0/hours"),
    Fault("\"name\":\"Fall\",\"from\":\"2026-08-25\"", "\"name\":\"Fall\",\"from\":\"2027-08-25\"", .value, "/entries/0/hours/layers/0"),
  ])
  func faultsInHours(fault: Fault) throws { try expect(fault) }

  @Test func invalidJSONHasLocation() {
    for (broken, code, line) in [
      ("\"kind\":\"quote\",,", JSONError.Code.syntax, 12), ("\"kind\":\"quote\",\"kind\":\"quote\",", .duplicateKey, 12),
      ("\"kind\":\"\\uD800\",", .encoding, 12),
    ] {
      guard case .json(let error) = refusal(of: Self.valid.replacing("\"kind\":\"quote\",", with: broken)) else {
        Issue.record("\(broken) was read")
        continue
      }
      #expect(error.code == code)
      #expect(error.line == line)
    }
  }

  @Test(arguments: [
    ("[]", ""), ("null", ""), ("{\"schema\":\"campus-catalog/1\",\"generatedAt\":\"2026-11-21T17:00:00Z\",\"campuses\":{}}", "/campuses"),
  ])
  func wrongTypes(text: String, pointer: String) {
    guard case .shape(let error) = refusal(of: text) else {
      Issue.record("it was read")
      return
    }
    #expect(error.code == .type)
    #expect(error.pointer == pointer)
  }
}
