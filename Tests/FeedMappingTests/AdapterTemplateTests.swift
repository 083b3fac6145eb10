import AdapterWorkbench
import FeedKit
import Foundation
import TestKit
import Testing

/// Adapters in code begin as templates that read the id and the name of each record.
@Suite struct AdapterTemplateTests {
  private static let venues = #"{"venues": [{"venueId": 1, "title": "North Star"}, {"venueId": 2, "title": "The \"Annex\""}]}"#

  private func files(_ kind: AdapterScaffold.Kind, of reply: String) throws -> [String: String] {
    let body = Array(reply.utf8)
    let (feed, zone) = (try parsed("lake-side/places") { FeedID($0) }, try parsed("America/New_York") { Zone($0) })
    let scaffold = try AdapterScaffold(
      feed, kind, MappingProposal(of: body, zone: zone), AdapterScaffold.Reply(body, request: "places", address: nil), zone: zone,
      at: try parsed("2026-11-20T12:00:00Z") { Instant($0) }, repository: "/src/aggregate")
    return Dictionary(uniqueKeysWithValues: scaffold.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  @Test(arguments: [
    (venues, ["1 North Star /venues/0", #"2 The "Annex" /venues/1"#]),
    (#"{"a/b": {"name": "North Star"}, "c": {"name": "The Annex"}}"#, ["a/b North Star /a~1b", "c The Annex /c"]),
    (
      #"{"areas": [{"area": "East", "halls": [{"id": "x", "name": "Reed"}, {"id": "y", "name": "Mill"}]}, {"area": "West", "halls": [{"id": "z", "name": "Oak"}]}]}"#,
      ["x Reed /areas/0/halls/0", "y Mill /areas/0/halls/1", "z Oak /areas/1/halls/0"]
    ),
    (#"[{"name": "Café North"}, {"name": "Reed's"}]"#, ["cafe-north Café North /0", "reeds Reed's /1"]),
    ("id,name\n7,Reed Hall\n9,Mill Hall\n", ["7 Reed Hall /0", "9 Mill Hall /1"]),
  ])
  func theProgramReadsIDsAndNames(reply: String, records: [String]) async throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(try #require(try files(.exec, of: reply)["lake-side.py"]), to: "lake-side.py")
    let request = #"{"name": "places", "page": 1, "format": "\#(reply.hasPrefix("id,") ? "csv" : "json")"}"#
    let feed = #"{"id": "lake-side/places", "campus": {"id": "lake-side", "timeZone": "America/New_York"}}"#
    let document = #"{"feed": \#(feed), "replies": [{"request": \#(request), "text": \#(JSONTree.string(reply).text)}]}"#
    let output = try await run(program, "normalize", on: document, in: folder)
    let found = zip(children(output, "entries"), children(output, "places")).map { entry, place in
      "\(text(children(entry, "sources")[0], "record")) \(text(entry, "name")) \(text(place, "pointer"))"
    }
    #expect(found == records, "\(output)")
  }

  private func run(_ program: String, _ verb: String, on document: String, in folder: TemporaryFolder) async throws -> JSONTree {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", program, verb]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: try folder.write(document, to: "in.json")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("", to: "out.json")))
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.start() } catch { continuation.resume(throwing: error) }
    }
    return try #require(JSONTree(parsing: Array(try folder.read("out.json").utf8)))
  }

  private func children(_ tree: JSONTree, _ key: String) -> [JSONTree] {
    if case .array(let elements)? = tree.value(at: [key]) { elements } else { [] }
  }

  private func text(_ tree: JSONTree, _ key: String) -> String {
    if case .string(let text)? = tree.value(at: [key]) { text } else { "" }
  }

  @Test func aPackageIsWritten() throws {
    let files = try files(.swift, of: Self.venues)
    let adapter = try #require(files["Sources/LakeSide/LakeSideAdapter.swift"])
    #expect(adapter.contains(#"read(["/venues"], of: document.root"#) && adapter.contains(#"record.line(at: "/venueId")"#), "\(adapter)")
    #expect(files["Package.swift"]?.contains(#".package(name: "aggregate", path: "/src/aggregate")"#) == true)
    #expect(!files.values.contains { $0.contains("{{") })
  }

  @Test func theProposalIsATableInTheREADME() throws {
    let readme = try #require(try files(.exec, of: Self.venues)["README.md"])
    #expect(readme.contains(#"| `id` | `"/venueId"` | 2 of 2 records have venueId, and all are different | high |"#), "\(readme)")
  }

  @Test(arguments: [
    (AdapterScaffold.Kind.swift, "id,name\n7,Reed Hall\n9,Mill Hall\n"), (.exec, #"{"name": "Reed Hall", "hours": "Mon-Fri 8am-5pm"}"#),
  ])
  func repliesWithoutATemplateAreRefused(kind: AdapterScaffold.Kind, reply: String) {
    #expect(throws: MappingProposal.Fault.self) { try files(kind, of: reply) }
  }
}
