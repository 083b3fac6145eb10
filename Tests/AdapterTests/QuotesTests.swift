import CampusCatalog
import Testing

@Suite struct QuotesTests {
  @Test(arguments: [
    #"[{"q":"Too many requests. Obtain an auth key for unlimited access.","a":"zenquotes.io","h":"x"}]"#,
    #"[{"q":"anything","a":"ZenQuotes.io","h":"x"}]"#,
    #"[{"q":"Real.","a":"Seneca"},{"q":" too MANY requests, please wait","a":"x"}]"#,
  ])
  func rateLimitErrorIsNotAQuote(_ body: String) async throws {
    let report = try await Reply.report("everywhere/quotes", ["quotes": body])
    #expect(report.outcome == .absent)
    #expect(report.reason == .rateLimited)
    #expect(report.entries == 0)
  }

  @Test func idDependsOnTextAndAuthor() async throws {
    let first = try await Reply.catalog(
      "everywhere/quotes", ["quotes": #"[{"q":"Be still.  ","a":"A","c":"9","h":"<b>"},{"q":"Go.","a":"B","c":3}]"#])
    let second = try await Reply.catalog(
      "everywhere/quotes", ["quotes": #"[{"q":"Go.","a":"B"},{"h":"y","q":"Be still.","a":" A"},{"q":"Go.","a":"C"}]"#])
    #expect(Set(first.entries.map(\.id)).isSubset(of: Set(second.entries.map(\.id))))
    #expect(second.entries.count == 3)
    // SHA-256 of "Go.", NUL, "B", made with sha256sum.
    #expect(first.entries.map(\.id.description).contains("everywhere/quotes/\(Self.goB)"))
  }

  private static let goB = "a121bce7565423bc161a2c4c0647c723"
}
