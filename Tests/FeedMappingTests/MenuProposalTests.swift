import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

/// Proposals for places with dishes, read with the proposed mapping.
@Suite struct MenuProposalTests {
  private func proposal(_ days: String, zone: String = "Europe/Berlin") throws -> MappingProposal {
    let halls = [("a", "North Dining Hall"), ("b", "South Dining Hall")].map { key, name in
      #"{"id": "\#(key)", "name": "\#(name)", "address": "Mill Street 1", \#(days)}"#
    }
    return try MappingProposal(of: Array("[\(halls.joined(separator: ", "))]".utf8), zone: Zone(zone))
  }

  private func menus(_ proposal: MappingProposal) throws -> MappingProposal.Guess? { proposal.guesses.first { $0.field == "menus" } }

  private static let dish = #"{"name": "Lentil Soup", "labels": ["Vegan", "A1"], "prices": {"students": 2.5, "guests": 4}}"#

  @Test func daysMealsAndSections() async throws {
    let items = #"{"title": "Grill", "items": [\#(Self.dish), {"name": "Bread", "labels": ["Halal"], "prices": {"students": 1}}]}"#
    let meal = #"{"meal": "Lunch", "start": "11:00", "end": "14:00", "stations": [\#(items)]}"#
    let proposal = try proposal(#""days": [{"date": "2026-11-24", "meals": [\#(meal)]}, {"date": "2026-11-25", "meals": [\#(meal)]}]"#)
    let guess = try #require(try menus(proposal), "\(proposal.guesses.map(\.field))")
    #expect(guess.rule.contains(#""each":["/days","/meals"],"date":{"outer":"/date"}"#), "\(guess.rule)")
    #expect(guess.rule.contains(#""codes":{"Vegan":"vegan","Halal":"halal"},"currency":"EUR""#), "\(guess.rule)")
    #expect(guess.confidence == .medium && guess.example.hasPrefix("2026-11-24 Lentil Soup; Bread"), "\(guess)")
    let mapping = proposal.text(schema: "mapping-1.schema.json", title: "Halls", request: "records")
    let reply = #"[{"id": "a", "name": "Hall", "days": [{"date": "2026-11-24", "meals": [\#(meal)]}]}]"#
    let draft = try await MappingCase(mapping).read(reply)
    let menu = try #require(draft.entries.compactMap(\.menu).first, "\(draft.notes)")
    #expect(menu.meal == Meal(name: "Lunch", kind: .lunch, from: LocalTime("11:00"), to: LocalTime("14:00")))
    #expect(menu.sections.map(\.name) == ["Grill"] && menu.dishes.map(\.name) == ["Lentil Soup", "Bread"])
    #expect(menu.dishes[0].diets == [.vegan] && menu.dishes[0].labels == ["A1"])
    #expect(menu.dishes[0].prices.map { "\($0.role?.rawValue ?? "-") \($0.amount)" } == ["student 2.50", "guest 4.00"])
  }

  @Test func datesInOtherForms() throws {
    let rule = try menus(try proposal(#""menus": [{"date": "24.11.2026", "dishes": [\#(Self.dish)]}]"#))?.rule
    #expect(
      rule?.hasPrefix(#"{"each":"/menus","date":{"date":"/date","order":"day-first"},"dishes":{"each":"/dishes""#) == true, "\(rule ?? "")")
  }

  @Test func withoutDateTheDayIsDoubtful() throws {
    let guess = try #require(try menus(try proposal(#""dishes": [\#(Self.dish)]"#)))
    #expect(guess.confidence == .low && guess.rule.hasPrefix(#"{"date":{"received":0},"dishes":{"each":"/dishes""#), "\(guess.rule)")
  }

  @Test func pricesNeedACurrency() throws {
    let guess = try #require(try menus(try proposal(#""dishes": [\#(Self.dish)]"#, zone: "Asia/Tokyo")))
    #expect(!guess.rule.contains("prices") && guess.evidence.contains("currency is unknown"))
  }

  @Test func placesWithoutDishesHaveNoMenus() throws {
    #expect(try menus(try proposal(#""staff": [{"name": "Kim", "phone": "555-0100"}]"#)) == nil)
  }
}
