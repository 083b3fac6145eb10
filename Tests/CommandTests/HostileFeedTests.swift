import CampusCatalog
import Foundation
import TestKit
import TestTraits
import Testing

/// Recordings that try to use far more resources than their size suggests.
@Suite(.waitsForPrograms) struct HostileFeedTests {
  /// Runs the program on a recording of one feed.
  private func collect(
    _ body: String, as path: String, _ arguments: [String] = []
  ) throws -> (folder: TemporaryFolder, result: Program.Result) {
    let folder = try TemporaryFolder()
    try folder.write(body, to: path)
    return (folder, try Program.run(["--replay", folder.url.path] + arguments))
  }

  @Test(.timeLimit(.minutes(15)))
  func namesWithManyMarksAreListedAndFound() throws {
    let marks = "a" + String(repeating: "\u{301}\u{327}", count: 100_000)
    let place = #"{"name":"\#(marks)","building":"\#(marks)","opening_times":["\#(marks)"],"description":"\#(marks)"}"#
    let (folder, result) = try collect(
      #"{"food_venues":[\#(place),{"name":"Café","building":"Guild"}]}"#, as: "liverpool/places/places.json", ["--deadline", "30"])
    #expect(result.status == 0, "\(result.error)")
    let catalog = try CatalogReader.read(Array(result.out.utf8))
    #expect(catalog.entries.count == 2)
    #expect(catalog.entries.allSatisfy { ($0.name ?? "").unicodeScalars.count <= 31 })
    for command in [["list"], ["search", "cafe"], ["show", "Café"]] {
      let answer = try Program.run(command + ["--replay", folder.url.path])
      #expect(answer.status == 0 && answer.out.contains("Café"), "\(command): \(answer.error)")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func millionsOfValuesTakeLittleMemory() throws {
    let folder = try TemporaryFolder()
    try folder.write("[" + String(repeating: "0,", count: 15_000_000) + "0]", to: "in/penn/dining/venues.json")
    let meter = Program.helper("PeakMemory")
    let peak = folder.url.appendingPathComponent("peak").path
    let result = try Program.run([peak, Program.url.path, "--replay", folder.url.path + "/in"], executable: meter)
    #expect(result.status == 4)
    #expect(result.error.contains("limit.values"), "\(result.error)")
    let kibibytes = try #require(Int(try folder.read("peak").trimmingCharacters(in: .newlines)))
    // The parser's tape alone would take 240 MB, and a note for each value some gigabytes.
    #expect(kibibytes < 250_000)
  }

  @Test(.timeLimit(.minutes(15)))
  func readingStopsAtDeadline() throws {
    // Several times as much as a fast machine reads in a second.
    let quotes = "[" + (0..<2_000_000).map { #"{"q":"Quote number \#($0) of very many","a":"Nobody"}"# }.joined(separator: ",") + "]"
    let (_, result) = try collect(quotes, as: "everywhere/quotes/quotes.json", ["--deadline", "1"])
    #expect(result.status == 4)
    #expect(result.out.isEmpty)
    #expect(result.error.contains("timeout.total"), "\(result.error)")
  }
}
