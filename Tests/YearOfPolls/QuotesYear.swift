/// ZenQuotes: another batch of 50 every six hours, out of 1,500.
struct QuotesYear: MadeUpFeed {
  private static let stock = 1500

  func version(at second: Int) -> Int { second / 21_600 }

  func body(at second: Int) -> String {
    var chance = Chance(13, version(at: second))
    var stock = Array(0..<Self.stock)
    let rows = (0..<50).map { index in
      stock.swapAt(index, index + chance.below(Self.stock - index))
      var quote = Chance(14, stock[index])
      let text = quote.words(6 + quote.below(16))
      var author = Chance(15, quote.below(250))
      let name = author.words(2)
      return """
        {"q":"\(text).","a":"\(name)","c":"\(text.count + 1)","h":"<blockquote>&ldquo;\(text).&rdquo; &mdash; <footer>\(name)</footer></blockquote>"}
        """
    }
    return "[" + rows.joined(separator: "\n,") + "]"
  }
}
