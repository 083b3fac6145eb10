import AdapterWorkbench
import FeedKit
import FeedMapping
import Testing

@Suite struct ProposalTests {
  private func rule(_ field: String, of reply: String) throws -> String? {
    try MappingProposal(of: Array(reply.utf8), zone: Zone("America/New_York")).guesses.first { $0.field == field }?.rule
  }

  @Test func theOrderOfPairsFollowsFromTheZone() throws {
    let places = { (pair: String) in #"[{"id": 7, "name": "A Place", "position": \#(pair)}, {"id": 9, "name": "B", "position": \#(pair)}]"#
    }
    #expect(try rule("location.coordinate", of: places("[-77.3, 38.8]")) == #"{"pair":"/position","order":"longitude-latitude"}"#)
    #expect(try rule("location.coordinate", of: places("[38.8, -77.3]")) == #"{"pair":"/position","order":"latitude-longitude"}"#)
  }

  @Test func recordsAreFoundInGroups() throws {
    let reply = #"""
      {"areas": [{"area": "north", "places": [{"id": "a", "name": "A Place", "phone": "555-0141"}, {"id": "b", "name": "B"}]},
                 {"area": "south", "places": [{"id": "c", "name": "C"}]}]}
      """#
    #expect(try rule("records", of: reply) == #"["/areas","/places"]"#)
  }

  @Test func csvIsRead() throws {
    let reply = "id,name,mon,tue,wed,thu,fri\na,A Place,08:00-16:00,08:00-16:00,08:00-16:00,closed,closed\n"
    #expect(try rule("hours", of: reply)?.contains(#""mon":"/mon""#) == true)
  }

  @Test(arguments: ["", "[]", "{}", "[1, 2]", #"[{"a": {}}]"#, #"{"a": [[[]]]}"#, String(repeating: "[", count: 500), "\u{0}"])
  func hostileRepliesAreRefused(reply: String) {
    #expect(throws: MappingProposal.Fault.self) { try MappingProposal(of: Array(reply.utf8)) }
  }
}
