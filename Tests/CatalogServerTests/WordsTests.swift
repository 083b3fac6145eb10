import CampusCatalog
import CatalogExport
import CatalogQuery
import Foundation
import OpeningHours
import TestKit
import Testing

@testable import CatalogServer

@Suite("The words of the pages") struct WordsTests {
  /// The modules with texts for people.
  private static let modules = ["OpeningHours", "CampusCatalog", "CatalogQuery", "CatalogExport", "CatalogServer", "Commands"]

  /// The lines of the files of a folder of the sources that are not comments.
  private func lines(in folder: String, _ type: String) throws -> [(file: String, text: String)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Sources/\(folder)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    return try files.filter { $0.pathExtension == type }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.map { (file.lastPathComponent, $0) }
    }
  }

  @Test("Values replace their names in a text")
  func values() {
    #expect(Words.text("all-campuses") == "All campuses")
    #expect(
      Words.text("walk", ["minutes": "<b>"]) == "about <b> min walk" && Words.text("no such key {a}", ["a": "b"]) == "no such key {a}")
    #expect(Words.text("closed", count: 1) == "1 closed" && Words.text("closed-places", count: 0) == "0 places closed")
    #expect(Words.html("walk", ["minutes": "<b>\("<4>")</b>"]).text == "about <b>&lt;4&gt;</b> min walk")
  }

  @Test("The pages and scripts use the keys of the table, and no others")
  func keys() throws {
    var (used, known, starts): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    let sources = try Self.modules.flatMap { try lines(in: $0, "swift") }
    for (file, text) in try sources + lines(in: "CatalogServer", "js") where file != "Words.swift" {
      // Some keys are in tables.
      known.formUnion(text.matches(of: /"([a-z-]+)"/).map { String($0.output.1) })
      for match in text.matches(of: /(?:[Ww]ords\.(?:text|html)\(|phrase\(|WORDS\[)"([a-z-]+)"(, count|, \{ count)?/) {
        used.formUnion(match.output.2 == nil ? ["\(match.output.1)"] : ["\(match.output.1).one", "\(match.output.1).other"])
      }
    }
    for (_, text) in sources { starts.formUnion(text.matches(of: /"([a-z]+-)\\\(/).map { String($0.output.1) }) }
    #expect(used.count > 3 && starts.isSuperset(of: ["category-", "problem-"]))
    #expect(used.subtracting(Words.table.texts.keys).sorted() == [], "missing in words.en.txt")
    let unused = Words.table.texts.keys.filter { key in
      !known.contains(key.replacing(/\.(one|other)$/, with: "")) && !starts.contains(where: key.hasPrefix)
    }
    #expect(unused.sorted() == [], "no longer used")
  }

  @Test("No words are outside of the table, except in comments and errors that nobody sees")
  func noOtherWords() throws {
    var found: [String] = []
    let pages = try ["CatalogServer/Page", "CatalogExport/Page", "CatalogExport/Formats/Pages"].flatMap { try lines(in: $0, "swift") }
    for (file, line) in pages {
      let line = line.replacing(/http-equiv="[^"]*"/, with: "")
      var text = ""
      // Without interpolations, whose parentheses are balanced.
      var depth = 0
      for part in line.replacing("\\(", with: "\u{1}(") {
        if part == "\u{1}", depth == 0 {
          depth = -1
        } else if depth == -1 {
          depth = 1
        } else if depth > 0 {
          depth += part == "(" ? 1 : part == ")" ? -1 : 0
        } else {
          text.append(part)
        }
      }
      let content = text.matches(of: />([^<>"]*[A-Za-z]{2}[^<>"]*)<\//).map { String($0.output.1) }
      let labels = text.matches(of: /(?:aria-label|title|placeholder|alt)=\\?"([^"\\]*[A-Za-z][^"\\]*)/).map { String($0.output.1) }
      let texts = text.matches(of: /"([A-Z][a-z]+[^"\/:]*)"/).map { String($0.output.1) }
      found += (content + labels + texts).map { "\(file): \($0)" }
    }
    for (file, line) in try lines(in: "CatalogServer/Assets", "js") where !line.contains("new Error(") {
      found += line.matches(of: /["`>]([A-Z][a-z]+\b[^"`<]*)/).map { "\(file): \($0.output.1)" }.filter { !$0.hasSuffix(": Escape") }
    }
    #expect(found == [])
  }
}
