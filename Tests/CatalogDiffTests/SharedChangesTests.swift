import CampusCatalog
import CatalogDiff
import Testing

/// Changes that most entries of a feed share are listed once.
@Suite struct SharedChangesTests {
  /// A change log of four places or more, which all get a tag; some get another change, too.
  private func lines(_ count: Int, tags: [Int: String] = [:], renamed: Set<Int> = [], notices: Set<Int> = []) throws -> [String] {
    let old = try (0..<count).map { try place("penn/dining/\($0)", name: "Place \($0)") }
    let new = try old.enumerated().map { index, entry in
      var entry = try place("penn/dining/\(index)", name: renamed.contains(index) ? "New \(index)" : "Place \(index)")
      entry.tags = [tags[index] ?? "x"]
      if notices.contains(index) { entry.notice = "Closed soon" }
      return entry
    }
    return Array(try ChangeText.lines(of: changeLog(catalog(old), catalog(new))).dropFirst(3))
  }

  /// Equal changes are given with their values, others without; entries come after that with their other changes.
  @Test func sharedByAll() throws {
    #expect(
      try lines(4, renamed: [2]) == [
        "  All 4 changed places of penn/dining:", "    tags: added x", "  New 2  penn/dining/2", "    renamed from “Place 2” to “New 2”",
        "  Place 0  penn/dining/0", "    only changes listed above", "  Place 1  penn/dining/1", "    only changes listed above",
        "  Place 3  penn/dining/3", "    only changes listed above",
      ])
    #expect(try lines(4, tags: [1: "y"]).prefix(2) == ["  All 4 changed places of penn/dining:", "    tags added"])
  }

  @Test func sharedByThreeQuarters() throws {
    let most = try lines(8, notices: [0, 1, 2, 3, 4, 5])
    #expect(most.contains("  6 of the 8 changed places of penn/dining:") && most.count { $0.contains("notice added") } == 1)
    let some = try lines(8, notices: [0, 1, 2, 3, 4])
    #expect(some.count { $0.contains("notice added") } == 5)
  }

  @Test func fewEntriesShareNothing() throws { #expect(try lines(3).count { $0.contains("tags: added x") } == 3) }

  /// Every entry has all of its changes in JSON.
  @Test func jsonHasEverything() throws {
    let old = try (0..<5).map { try place("penn/dining/\($0)") }
    let new = try (0..<5).map { number in
      var entry = try place("penn/dining/\(number)")
      entry.tags = ["t\(number)"]
      return entry
    }
    let text = try DiffDocument.text(of: changeLog(catalog(old), catalog(new)), literal: nil)
    for number in 0..<5 { #expect(text.contains("tags: added t\(number)")) }
  }

  @Test func markdown() throws {
    let old = try (0..<4).map { try place("penn/dining/\($0)", name: "Place \($0)") }
    let new = try (0..<4).map { number in
      var entry = try place("penn/dining/\(number)", name: "Place \(number)")
      entry.tags = ["x"]
      return entry
    }
    let text = try ChangeMarkdown.text(of: changeLog(catalog(old), catalog(new)))
    let lines = "- **All 4 changed places of penn/dining**: tags: added x\n- **Place 0** (`penn/dining/0`): only changes listed above\n"
    #expect(text.contains(lines), "\(text)")
  }
}
