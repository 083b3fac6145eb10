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

  /// Keys that would be code if they were written as they are: quotes, interpolation, comments, placeholders, line breaks, invisible
  /// characters, and mixtures of them.
  private static let hostileKeys: [String] = {
    let parts = [
      #"\(run())"#, #"\"#, #"""#, #""""#, "'''", "'", ##"#""##, ##""#"##, #"\\""#, "{{readID}}", "{{lists}}", "{{name}}", "{}", "${x}",
      "%s",
      "*/", "/*", "//", "#", "\n", "\r", "\r\n", "\u{2028}", "\u{85}", "\u{1}", "\u{7F}", "\u{202E}", "\u{200B}", "e\u{301}", "é",
      "\u{1F600}",
      "\u{FEFF}", #"\u{41}"#, #"\x41"#, #"\N{BULLET}"#, #""); print(""#, #""] + [str(print(1))] + [""#, "\\\n", "$(x)", "`x`",
    ]
    return (0..<200).map { number in
      let (first, second) = (parts[number % parts.count], parts[(number * 7 + number / parts.count) % parts.count])
      return "\(first)\(number)\(second)"
    }
  }()

  private func codes(_ kind: AdapterScaffold.Kind, _ path: String, of keys: [String]) throws -> [String] {
    try keys.map { key in
      let records = (1...2).map { #"{"id": \#($0), "name": "Hall \#($0)"}"# }.joined(separator: ", ")
      return try #require(try files(kind, of: "{\(JSONTree.string(key).text): [\(records)]}")[path])
    }
  }

  /// The code for a hostile key is the same as for a plain one, except for the text in its literals.
  @Test(arguments: [
    (AdapterScaffold.Kind.exec, "lake-side.py", #""([ !#-\[\]-~]|\\["\\]|\\U[0-9A-F]{8})*""#),
    (.swift, "Sources/LakeSide/LakeSideAdapter.swift", #""([ !#-\[\]-~]|\\["\\]|\\u\{[0-9A-F]{1,6}\})*""#),
  ])
  func textOfAFeedIsNotCode(kind: AdapterScaffold.Kind, path: String, literal: String) throws {
    let literal = try Regex(literal)
    let plain = try codes(kind, path, of: ["plain"])[0].replacing(literal, with: "_")
    for (key, code) in zip(Self.hostileKeys, try codes(kind, path, of: Self.hostileKeys)) {
      #expect(code.replacing(literal, with: "_") == plain, "\(key.debugDescription)")
    }
  }

  /// Python reads the literals back.
  @Test func hostileKeysAreReadAsTheyAre() async throws {
    let codes = try codes(.exec, "lake-side.py", of: Self.hostileKeys)
    let pairs = zip(Self.hostileKeys, codes).map { JSONTree.array([.string($0), .string($1)]) }
    let folder = try TemporaryFolder()
    let program = try folder.write(
      """
      import json, sys
      wrong = []
      for key, code in json.load(sys.stdin):
          values = {"__name__": "adapter"}
          exec(code, values)
          if values["LISTS"] != ["/" + key.replace("~", "~0").replace("/", "~1")]: wrong.append(key)
      json.dump({"wrong": wrong}, sys.stdout)
      """, to: "check.py")
    #expect(try await run(program, "", on: JSONTree.array(pairs).text, in: folder).text == #"{"wrong":[]}"#)
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
