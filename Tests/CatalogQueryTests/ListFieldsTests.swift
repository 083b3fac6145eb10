import CampusCatalog
import CatalogQuery
import QueryTestData
import TestKit
import Testing

@Suite struct ListFieldsTests {
  private func fields(_ text: String) throws -> ListFields { try ListFields(parsing: text, among: EntryListSchema.fieldNames) }

  private func entry(_ fields: String) throws -> String {
    let rule = try rule()
    var lines = EntryListWriter(fields: try self.fields(fields))
    lines.add(rule.listing(try place("a/x/1", "Café", hours: daily([service("10:00", "15:00")])), distance: 120.5432))
    return lines.finish()
  }

  @Test(arguments: [
    ("name", #"{"id":"a/x/1","kind":"place","name":"Café"}"#),
    ("distance,name", #"{"id":"a/x/1","kind":"place","name":"Café","distance":120.5}"#),
    (" status.sentence , status.state ", #"{"id":"a/x/1","kind":"place","status":{"state":"open","sentence":"Open until 15:00"}}"#),
    ("hours.osm,status.opens", #"{"id":"a/x/1","kind":"place","hours":{"osm":"10:00-15:00"}}"#),
    (
      "status.state,status",
      #"{"id":"a/x/1","kind":"place","status":{"state":"open","until":"2026-11-21T15:00:00-05:00","sentence":"Open until 15:00"}}"#
    ),
    ("id,id,severity", #"{"id":"a/x/1","kind":"place"}"#),
  ])
  func chosenMembersAreWritten(_ fields: String, _ expected: String) throws {
    #expect(try entry(fields) == expected + "\n")
  }

  /// Choosing every member changes nothing, and each entry of a document is limited on its own.
  @Test func documentHasEveryEntry() throws {
    let rule = try rule()
    let places = try [place("a/x/1", "Café", hours: daily([service("10:00", "15:00")])), place("a/x/2", "B")].map { rule.listing($0) }
    func document(_ fields: ListFields?) -> String {
      var document = EntryListWriter(at: rule.instant, in: nil, total: 2, fields: fields)
      for place in places { document.add(place) }
      return document.finish()
    }
    let all = EntryListSchema.fieldNames.filter { !$0.contains(".") }.joined(separator: ",")
    #expect(document(try fields(all)) == document(nil))
    #expect(
      document(try fields("name")) == """
        {"schema":"campus-list/1","at":"2026-11-21T17:00:00Z","total":2,"entries":[
        {"id":"a/x/1","kind":"place","name":"Café"},
        {"id":"a/x/2","kind":"place","name":"B"}
        ]}

        """)
  }

  @Test(arguments: [
    ("naem", #"unknown field "naem"; did you mean "name"?"#), ("name,", #"unknown field ""; use id, kind, campus, "#),
    ("status.zzzzzz", #"unknown field "status.zzzzzz"; use status.state, status.until, "#),
    ("location.lattude", #"unknown field "location.lattude"; did you mean "location.latitude"?"#),
    ("xq", #"unknown field "xq"; use id, kind, campus, aliases, name, category, "#),
  ])
  func unknownNameIsRefused(_ text: String, _ message: String) throws {
    let error = try #require(throws: QueryError.self) { try fields(text) }
    #expect(error.code == .field)
    #expect(error.message.hasPrefix(message), "\(error.message)")
  }

  /// The names come from the schemas, with those of all kinds of entries.
  @Test func namesAreThoseOfTheSchema() {
    let names = EntryListSchema.fieldNames
    for name in ["status", "status.opens", "location.latitude", "occurrence.starts", "phase", "sections", "meal.kind", "author", "dishes"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(Set(names).count == names.count)
    #expect(MenuListSchema.fieldNames.filter { !$0.contains(".") } == ["id", "campus", "name", "status", "distance", "menus"])
  }
}
