import AdapterWorkbench
import CampusCatalog
import FeedKit
import FeedMapping
import Testing

/// Proposals for replies in XML, read with the proposed mapping.
@Suite struct XMLProposalTests {
  private func read(
    _ reply: String, zone: String = "Europe/Berlin"
  ) async throws -> (rules: [String: String], menus: [String], evidence: String, draft: FeedDraft) {
    let proposal = try MappingProposal(of: Array(reply.utf8), zone: Zone(zone))
    #expect(proposal.format == .xml)
    let mapping = proposal.text(schema: "mapping-1.schema.json", title: "Lakeside", request: "records")
    let draft = try await MappingCase(mapping, zone: zone).read(reply, receivedAt: "2026-11-23T11:00:00Z")
    #expect(draft.refusal == nil && draft.rejected == 0 && draft.notes.isEmpty, "\(draft.notes)\n\(mapping)")
    let rules = Dictionary(proposal.guesses.map { ($0.field, $0.rule) }) { first, _ in first }
    return (rules, draft.entries.compactMap(\.menu).map(text), proposal.guesses.map(\.evidence).joined(separator: "\n"), draft)
  }

  /// A menu in words: "2026-11-23 Grill/Pie (vegan; milk!) student 2.50", with a mark if all allergens are stated.
  private func text(_ menu: Menu) -> String {
    let dishes = menu.sections.flatMap { section in
      section.dishes.map { dish in
        let allergens = dish.allergens.map(\.code.rawValue).joined(separator: ",") + (dish.allergensStated ? "!" : "")
        let labels = [dish.diets.map(\.rawValue).joined(separator: ","), allergens, dish.labels.joined(separator: ",")]
        let prices = dish.prices.map { " \($0.role?.rawValue ?? "all") \($0.amount)" }.joined()
        return (section.name.map { "\($0)/" } ?? "") + dish.name + " (\(labels.joined(separator: "; ")))" + prices
      }
    }
    return "\(menu.date) \(dishes.joined(separator: " + "))"
  }

  @Test func daysWithOneDish() async throws {
    // The days begin at midnight in Berlin. The second has one element, which is a list all the same.
    let read = try await read(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <speiseplan>
      <tag timestamp="1795388400">
      <item><category>Tagesgericht</category><title>Linseneintopf (2,Gl)</title><beilage>Brot</beilage><preis1>1,95</preis1><preis2>3,95</preis2></item>
      <item><category>Vegan</category><title>Curry</title><beilage/><preis1>2,45</preis1><preis2>4,45</preis2></item>
      </tag>
      <tag timestamp="1795474800"><item><category>Vegan</category><title>Auflauf</title><beilage/><preis1>2,05</preis1><preis2>4,05</preis2></item></tag>
      </speiseplan>
      """)
    #expect(read.rules["records"] == #""/tag""# && read.rules["menus.date"] == #"{"epoch":"/@timestamp"}"#)
    #expect(
      read.menus == [
        "2026-11-23 Tagesgericht/Linseneintopf (2,Gl) (; ; ) + Vegan/Curry (; ; )", "2026-11-24 Vegan/Auflauf (; ; )",
      ])
    #expect(read.evidence.contains("the prices of preis1, preis2 were left out: nothing says who pays them"), "\(read.evidence)")
  }

  @Test(arguments: [
    // Only one day, with one dish.
    (
      #"<plan canteen="north"><day date="2026-11-23"><meal name="Soup" price="2.50"/></day></plan>"#,
      #"{"each":"/meal","name":"/@name","prices":{"amount":"/@price"}}"#, ["2026-11-23 Soup (; ; ) all 2.50"]
    ),
    // Attributes and elements may have the same names.
    (
      """
      <plan><canteen><day date="2026-11-23"><category name="Grill"><meal><name>Pie</name><price role="student">2.50</price><price role="other">4.10</price></meal></category></day>
      <day date="2026-11-24"><closed/></day>
      <day date="2026-11-25"><category name="Soup"><meal><name>Stew</name><price role="student">2.10</price></meal></category></day></canteen></plan>
      """,
      #"{"each":["/category","/meal"],"section":{"outer":"/@name"},"name":"/name","prices":[{"role":"student","amount":{"other":"","where":"/@role","is":{"text":"student"},"within":"/price"}},{"role":"guest","amount":{"other":"","where":"/@role","is":{"text":"other"},"within":"/price"}}]}"#,
      ["2026-11-23 Grill/Pie (; ; ) student 2.50 guest 4.10", "2026-11-25 Soup/Stew (; ; ) student 2.10"]
    ),
    // Of one category, another reply may have several.
    (
      "<plan><group><title>Stews</title><dish><name>Soup</name></dish></group><date>2026-11-23</date></plan>",
      #"{"each":["/group","/dish"],"section":{"outer":"/title"},"name":"/name"}"#, ["2026-11-23 Stews/Soup (; ; )"]
    ),
    // The name is the text of the element, and the list of a meal has no other name than that of the element around it.
    (
      #"<plan><day date="2026-11-23"><lunch><dish vegan="true">Soup</dish><dish vegan="false">Pie</dish></lunch><dinner><dish vegan="false">Stew</dish><dish vegan="false">Rice</dish></dinner></day></plan>"#,
      #"[{"each":"/lunch/dish","section":{"text":"lunch"},"name":"","labels":{"flags":{"vegan":"/@vegan"}}},{"each":"/dinner/dish","section":{"text":"dinner"},"name":"","labels":{"flags":{"vegan":"/@vegan"}}}]"#,
      ["2026-11-23 lunch/Soup (vegan; ; ) + lunch/Pie (; ; ) + dinner/Stew (; ; ) + dinner/Rice (; ; )"]
    ),
  ])
  func attributesAndLists(reply: String, dishes: String, menus: [String]) async throws {
    let read = try await read(reply)
    #expect(read.rules["menus.dishes"] == dishes)
    #expect(read.menus == menus)
  }

  /// Each dish has the labels that its elements say, and no others.
  @Test(arguments: [
    (
      "<allergens>celery, milk</allergens>", "<allergens>gluten</allergens>", #""labels":{"split":"/allergens","by":","}"#,
      "A (; milk,celery!; ) + B (; gluten!; )", ""
    ),
    (
      "<allergens><allergen>egg</allergen></allergens>", "<allergens><allergen>fish</allergen><allergen>milk</allergen></allergens>",
      #""labels":"/allergens/allergen""#, "A (; egg!; ) + B (; fish,milk!; )", ""
    ),
    (#"<label id="3">vegan</label>"#, "", #""labels":{"each":"/label","take":""}"#, "A (vegan; ; ) + B (; ; )", ""),
    (
      #"<allergens gluten="1" milk="0"/>"#, #"<allergens gluten="0" milk="1"/>"#,
      #""labels":{"flags":{"gluten":"/allergens/@gluten","milk":"/allergens/@milk"}}"#, "A (; gluten!; ) + B (; milk!; )", ""
    ),
    (
      "<freeFrom><allergen>milk</allergen></freeFrom><contains><allergen>celery</allergen></contains>",
      "<freeFrom/><contains><allergen>milk</allergen></contains>", #""labels":"/contains/allergen""#,
      "A (; celery!; ) + B (; milk!; )", "freeFrom was not read: it says what dishes do not have"
    ),
    (
      #"<mayContain nuts="true"/><allergens>celery</allergens>"#, #"<mayContain nuts="false"/><allergens>milk</allergens>"#,
      #""labels":"/allergens","allergensStated":false"#, "A (; celery; ) + B (; milk; )", "mayContain was not read"
    ),
    (
      "<allergens><a1>milk</a1><a2>egg</a2></allergens>", "<allergens><a1>egg</a1><a2>milk</a2></allergens>",
      #""each":"/dish","name":"/name"}"#,
      "A (; ; ) + B (; ; )", "allergens was not read: a mapping reads no elements with different names as a list"
    ),
  ])
  func labels(first: String, second: String, rule: String, menu: String, evidence: String) async throws {
    let read = try await read(
      #"<plan><day date="2026-11-23"><dish><name>A</name>\#(first)</dish><dish><name>B</name>\#(second)</dish></day></plan>"#)
    #expect(read.rules["menus.dishes"]?.contains(rule) == true, "\(read.rules["menus.dishes"] ?? "")")
    #expect(read.menus == ["2026-11-23 " + menu])
    #expect(read.evidence.contains(evidence), "\(read.evidence)")
  }

  @Test func labelsInAnAttribute() async throws {
    let read = try await read(
      #"<plan><day date="2026-11-23"><dish name="A" contains="milk, egg"/><dish name="B" contains="celery"/></day></plan>"#)
    #expect(read.menus == ["2026-11-23 A (; egg,milk!; ) + B (; celery!; )"], "\(read.rules["menus.dishes"] ?? "")")
  }

  @Test(arguments: [
    (#"<price role="student">2.50</price>"#, "student 2.50", ""), ("<price>2.50 €</price>", "all 2.50", ""),
    (#"<prices student="2,50" guest="4,50"/>"#, "student 2.50 guest 4.50", ""),
    (
      #"<prices currency="EUR"><price group="Studierende">2,50</price><price group="Gäste">4,50</price></prices>"#,
      "student 2.50 guest 4.50", ""
    ),
    (#"<price who="student">2.50</price>"#, "student 2.50", ""), (#"<preis gruppe="Gäste">2,50</preis>"#, "guest 2.50", ""),
    (#"<price card="gold">2.50</price>"#, "", #"card may say who pays them, such as "gold""#),
    ("<price>2.50</price><location>Student Union</location><tier>other</tier>", "all 2.50", ""),
    ("<price>2.50</price><audience>staff</audience>", "", #"audience says who pays them, such as "staff""#),
    ("<price>250</price>", "all 250.00", "look like cents"), ("<preis1>2,50</preis1>", "", "nothing says who pays them"),
    ("<price>2,60 / 4,30</price>", "", "has several in one text"),
  ])
  func prices(elements: String, prices: String, evidence: String) async throws {
    let read = try await read(#"<plan><day date="2026-11-23"><dish><name>A</name>\#(elements)</dish></day></plan>"#)
    #expect(read.menus == ["2026-11-23 A (; ; )\(prices.isEmpty ? "" : " \(prices)")"])
    #expect(read.evidence.contains(evidence), "\(read.evidence)")
  }

  @Test func eventsOfRSS() async throws {
    let read = try await read(
      """
      <rss version="2.0"><channel><title>Events</title>
      <item><guid isPermaLink="false">e1</guid><title>Quiz</title><link>https://example.edu/1</link><startDate>2026-12-01T19:00:00-05:00</startDate><endDate>2026-12-01T21:00:00-05:00</endDate></item>
      <item><guid isPermaLink="false">e2</guid><title>Choir</title><link>https://example.edu/2</link><startDate>2026-12-02T19:00:00-05:00</startDate><endDate>2026-12-02T21:00:00-05:00</endDate></item>
      </channel></rss>
      """, zone: "America/New_York")
    #expect(read.rules["records"] == #""/channel/item""# && read.rules["id"] == #""/guid""#)
    #expect(read.draft.entries.map { "\($0.id.record) \($0.name ?? "")" } == ["e1 Quiz", "e2 Choir"])
    #expect(read.draft.entries.allSatisfy { $0.event?.hours != nil && $0.links.count == 1 })
  }

  @Test func placesWithHours() async throws {
    let read = try await read(
      """
      <places><place id="a"><name>Reed Library</name><address>Mill Street 1</address><hours><day name="Monday" open="08:00" close="22:00"/><day name="Tuesday" open="08:00" close="20:00"/></hours></place>
      <place id="b"><name>North Gym</name><address>Mill Street 2</address><hours><day name="Monday" open="06:00" close="20:00"/></hours></place></places>
      """)
    #expect(read.rules["id"] == #""/@id""#)
    #expect(read.rules["hours"] == #"{"week":{"each":"/hours/day","day":"/@name","opens":"/@open","closes":"/@close"}}"#)
    #expect(read.draft.entries.allSatisfy { $0.place?.hours?.layers.isEmpty == false })
  }

  /// A rule that reads one value uses the first element of a list that another rule reads.
  @Test func choices() throws {
    var proposal = try MappingProposal(
      of: Array(#"<plan><day date="2026-11-23"><dish><name>A</name><labels>x</labels></dish></day></plan>"#.utf8), zone: Zone("UTC"))
    try proposal.choose(#"{"each":"/dish","name":"/name","section":"/labels","labels":"/labels"}"#, for: "menus.dishes")
    let rule = proposal.guesses.first { $0.field == "menus.dishes" }?.rule
    #expect(rule == #"{"each":"/dish","name":"/name","section":"/labels/0","labels":"/labels"}"#)
  }

  @Test(arguments: [
    (
      "<root><resto id=\"r1\"><menu date=\"2026-11-23\"><![CDATA[<h2>midi</h2><ul><li>Chili</li></ul>]]></menu></resto></root>",
      "menu has the data as HTML"
    ),
    ("<places><reed><name>Reed</name></reed>", "the reply is not XML that can be read: "),
    ("<rss><channel/></rss>", "the reply has no list of records"),
    (
      "<rss><channel><title>News</title><item><title>New books</title><guid>1</guid></item><item><title>Rain</title><guid>2</guid></item></channel></rss>",
      "/channel/item has 2 records, such as \"New books\", and nothing says that they are places"
    ),
    (
      "<rss><channel><item><title>Monday</title><description>&lt;p&gt;Soup&lt;/p&gt;</description></item></channel></rss>",
      "description has the data as HTML"
    ),
    (
      "<rss><channel><item><title>Quiz</title><pubDate>Fri, 20 Nov 2026 09:00:00 +0000</pubDate><dtstart>20261203T180000</dtstart></item><item><title>Fair</title><dtstart>20261204T100000</dtstart></item></channel></rss>",
      "dtstart, such as \"20261203T180000\", may say when they begin"
    ),
    (
      "<feed><entry><title>Quiz</title><summary>&lt;p&gt;Fun&lt;/p&gt;</summary><when startTime=\"2026-12-04T20:00:00+01:00\"/></entry><entry><title>Fair</title><when startTime=\"2026-12-05\"/></entry></feed>",
      "startTime, such as \"2026-12-04T20:00:00+01:00\", may say when they begin"
    ),
    ("<events><event><title>Quiz</title></event></events>", "/event has 1 record, such as \"Quiz\""),
    (
      #"<plan><day date="Monday"><dish><name>A</name></dish></day><day date="Tuesday"><dish><name>B</name></dish></day></plan>"#,
      "only date such as \"Monday\""
    ),
    (
      #"<plan><mensa>Mill</mensa><tag name="Montag"><dish><name>A</name></dish></tag><tag name="Dienstag"><dish><name>B</name></dish></tag></plan>"#,
      "only name such as \"Montag\""
    ),
    (
      #"<plan week="48"><canteen>Mill</canteen><lunedi><dish><name>Pizza</name><price>2.50</price></dish><dish><name>B</name><price>2.50</price></dish></lunedi><martedi><dish><name>C</name><price>2.50</price></dish></martedi></plan>"#,
      "only weekdays as names such as \"lunedi\""
    ),
    (
      #"<plan><day timestamp="1795392000"><dish><name>A</name></dish></day><day timestamp="1795478400"><dish><name>B</name></dish></day></plan>"#,
      "if these are midnights at the campus, state its --zone"
    ),
  ])
  func repliesWithoutAProposal(reply: String, message: String) {
    let fault = #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array(reply.utf8), zone: Zone("Europe/Berlin")) }
    #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
  }
}
