import CatalogExport
import Foundation
import TestKit
import Testing

@testable import CatalogServer

@Test("Values replace their names in a text")
func wordsHaveValues() {
  #expect(Words.text("all-campuses") == "All campuses")
  #expect(Words.text("no such key {a}", ["a": "<b>"]) == "no such key <b>")
  #expect(Words.text("closed", count: 1) == "1 closed" && Words.text("a {b", ["b": "c"]) == "a {b")
}

@Test("The pages and scripts use the keys of the table, and no others")
func wordsAreThoseOfThePages() throws {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let folder = root.appending(path: "Sources/CatalogServer")
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
  // Some keys are in tables.
  var (used, known): (Set<String>, Set<String>) = ([], [])
  for file in files where ["swift", "js"].contains(file.pathExtension) && file.lastPathComponent != "Words.swift" {
    let text = try String(contentsOf: file, encoding: .utf8)
    known.formUnion(text.matches(of: /"([a-z-]+)"/).map { String($0.output.1) })
    for match in text.matches(of: /(?:Words\.(?:text|html)\(|phrase\(|WORDS\[)"([a-z-]+)"(, count|, \{ count)?/) {
      used.formUnion(match.output.2 == nil ? ["\(match.output.1)"] : ["\(match.output.1).one", "\(match.output.1).other"])
    }
  }
  #expect(used.count > 3)
  #expect(used.subtracting(Words.texts.keys).sorted() == [], "missing in words.en.json")
  #expect(Words.texts.keys.filter { !known.contains($0.replacing(/\.(one|other)$/, with: "")) }.sorted() == [], "no longer used")
}
