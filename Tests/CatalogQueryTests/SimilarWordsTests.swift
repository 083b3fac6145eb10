import CampusCatalog
import CatalogQuery
import QueryTestData
import Testing

@Suite struct SimilarWordsTests {
  private func similar(_ search: String, _ names: String...) throws -> [SimilarWords] {
    let entries = try names.enumerated().map { try place("a/x/\($0)", $1) }
    let found = SimilarWords.of(SearchText(search), in: entries)
    #expect(SimilarWords.of(SearchText(search), in: entries.reversed()) == found, "input order")
    return found
  }

  @Test(
    arguments: [
      ("stabucks", ["starbucks"]), ("sbucks", []), ("starbk", ["starbucks"]), ("cofee", ["coffee"]), ("cofe", ["café", "coffee"]),
      ("libary", ["library"]), ("lirbary", ["library"]), ("zz", []), ("xo", []), ("zzzzzz", []), ("joses", ["joe's"]),
    ] as [(String, [String])])
  func misspelledWords(_ word: String, _ expected: [String]) throws {
    let found = try similar(word, "1920 Starbucks", "Coffee Corner", "The Library", "Café", "Joe's Pizza")
    #expect(found == [SimilarWords(word, similar: expected.map { SearchText($0).joined })])
  }

  @Test func wordsAsWritten() throws {
    let entries = try ["Spätschicht", "Café A", "Cafe B", "Coffee"].enumerated().map { try place("a/x/\($0)", $1) }
    for (word, written) in [("spatschicht", "spätschicht"), ("cafe", "cafe"), ("coffee", "coffee"), ("tea", "tea")] {
      #expect(SimilarWords.asWritten(word, in: entries) == written)
    }
  }

  @Test func onlyWordsThatNoPlaceHas() throws {
    #expect(try similar("pizza johnsn", "Pizza", "Johnson Center") == [SimilarWords("johnsn", similar: ["johnson"])])
    #expect(try similar("pizza john", "Pizza", "Johnson Center").isEmpty, "each is the beginning of a word")
    #expect(try similar("market", "x").first?.similar == [], "the category of the places is cafe")
    #expect(try similar("caffe", "x").first?.similar == ["cafe"])
    #expect(try similar("aaaa", "aaab", "aaac", "aaad", "aaae").first?.similar == ["aaab", "aaac", "aaad"])
  }
}
