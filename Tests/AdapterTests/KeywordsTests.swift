import Basics
import FeedKit
import Testing

@Suite struct KeywordsTests {
  private let keywords = Keywords("market", "joe's", "café", "Straße")

  @Test(arguments: [
    "The Market Café", "HOUSTON MARKET", "supermarkets", "Joe's", "joe's", "x café", "x CAFÉ", "ma market", "Caf\u{65}\u{301}",
    "HAUPTSTRASSE 3", "hauptstraße", "STRA\u{1E9E}E",
  ])
  func occurs(_ text: String) { #expect(keywords.occur(in: text)) }

  @Test(arguments: ["", "m", "marke", "Joe\u{2019}s", "cafe", "mar ket", "strase"])
  func doesNotOccur(_ text: String) { #expect(!keywords.occur(in: text)) }

  @Test(arguments: [("closed", true), ("CLOSED", true), ("Closed ", false), ("close", false), ("cl\u{F6}sed", false), ("", false)])
  func equality(_ text: String, _ isEqual: Bool) { #expect(text.equalsIgnoringCase("closed") == isEqual) }

  /// Letters that are folded in a quick way, and their neighbors, are folded as all others are.
  @Test func commonLettersAreFoldedAsOthers() {
    for scalar in (0..<0x2100).compactMap(Unicode.Scalar.init) {
      #expect("\(scalar)".caseFolded == "\(scalar)".lowercased().uppercased().lowercased(), "U+\(String(scalar.value, radix: 16))")
    }
  }
}
