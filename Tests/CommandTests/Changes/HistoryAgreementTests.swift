import Foundation
import TestKit
import TestTraits
import Testing

/// `history` shows the changes that `diff` shows between consecutive runs, no others, and in the same words.
@Suite(.waitsForPrograms) struct HistoryAgreementTests {
  /// A place of a made-up feed.
  private struct Place {
    var slug: String
    var name: String
    var building: String
    var opens: Int
    var tags: [String] = []

    var json: String {
      #"""
      {"slug":"\#(slug)","facility_name":"\#(name)","facility_location":{"building":"\#(building)",
      "coordinate_location":{"type":"Point","coordinates":[-2.9,53.4]}},"facility_category":{"name":"Office"},
      "facility_product_tags":[\#(tags.map { "\"\($0)\"" }.joined(separator: ","))],
      "main_schedule":{"name":"\#(name)","open_times":[
      {"start_day":0,"end_day":0,"start_time":"\#(opens < 10 ? "0" : "")\#(opens):00:00","end_time":"17:00:00"}]}}
      """#
    }
  }

  /// A change as both documents have it.
  private struct Told: Hashable, CustomStringConvertible {
    let at: String
    let id: String
    let changes: [[String]]

    var description: String { "\(at) \(id) \(changes)" }

    init(at: String, _ json: [String: Any]) {
      self.at = at
      id = json["id"] as? String ?? ""
      changes = (json["changes"] as? [[String: Any]] ?? []).map { change in
        ["rank", "code", "text", "why"].map { change[$0] as? String ?? "" }
      }
    }
  }

  private let history: History

  init() throws { history = try History() }

  /// Makes some changes of every kind: to values, to ids, places that come and go, and once to all ids.
  private func changed(_ places: [Place], day: Int, _ generator: inout SeededGenerator) -> [Place] {
    var places = places
    for index in places.indices.reversed() {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: places[index].name += "x"
      case 1: places[index].opens = Int.random(in: 6...14, using: &generator)
      case 2: places[index].slug += "-\(day)"
      case 3: places[index].building += "y"
      case 4: places.remove(at: index)
      case 5: places[index].tags.append("t\(day)")
      case 6:
        places[index].slug += "-\(day)"
        places[index].tags.append("t\(day)")
      case 7: places.append(Place(slug: "new-\(day)-\(index)", name: "New \(day) \(index)", building: "Annex", opens: 9))
      default: break
      }
    }
    if day == 5 { for index in places.indices { places[index].slug = "all-\(index)" } }
    return places
  }

  private func document(_ words: [String]) throws -> [String: Any] {
    let result = try history.run(words + ["--format", "json"], registry: nil)
    return try #require(try JSONSerialization.jsonObject(with: Data(result.out.utf8)) as? [String: Any], "\(words): \(result.error)")
  }

  @Test(arguments: Budget.isSoak ? [1, 2, 3, 4] : [1] as [UInt64]) func historyAndDiffAgree(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var places = (0..<10).map { Place(slug: "p\($0)", name: "Place \($0)", building: "Hall \($0)", opens: 9) }
    let days = 1...8
    for day in days {
      if day > 1 { places = changed(places, day: day, &generator) }
      try history.folder.write("[\(places.map(\.json).joined(separator: ","))]", to: "\(day)/town/a/facilities.json")
      try history.replay("\(day)", at: "2026-01-0\(day)T12:00:00Z")
    }
    var (told, ids): (Set<Told>, Set<String>) = ([], Set((0..<10).map { "town/a/p\($0)" }))
    for day in days.dropLast() {
      let diff = try document(["diff", "2026-01-0\(day)T12:00:00Z", "2026-01-0\(day + 1)T12:00:00Z"])
      for entry in try #require(diff["changes"] as? [[String: Any]]) {
        told.insert(Told(at: "2026-01-0\(day + 1)T12:00:00Z", entry))
        for key in ["id", "formerId"] { if let id = entry[key] as? String { ids.insert(id) } }
      }
    }
    var found: Set<Told> = []
    for id in ids {
      for step in try #require(try document(["history", id])["steps"] as? [[String: Any]]) where step["changes"] != nil {
        found.insert(Told(at: try #require(step["at"] as? String), step))
      }
    }
    #expect(told.count > 20)
    #expect(told.contains { $0.changes.contains { $0[1] == "id.possible" } })
    #expect(found.subtracting(told).isEmpty, "only in history")
    #expect(told.subtracting(found).isEmpty, "only in diff")
  }
}
