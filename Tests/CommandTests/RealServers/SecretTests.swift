import Foundation
import Testing

/// A secret of the environment goes to the server and nowhere else.
@Suite(.enabled(if: Nginx.canStart, Nginx.reason)) struct SecretTests {
  static let secret = "mango-7Qx-lantern"
  static let header = #"{"Authorization":"Bearer ${FEED_TOKEN}"}"#

  @Test func itIsWrittenDownNowhere() throws {
    let echo = #"add_header X-Echo "you sent $http_authorization" always;"#
    let nginx = try Nginx([
      Nginx.server(0, echo),
      Nginx.server(1, #"location / { \#(echo) return 403 "{\"error\":\"no $http_authorization\"}"; }"#),
      Nginx.server(2, "location / { return 302 ftp://127.0.0.1/$http_authorization; }"),
      Nginx.server(3, "location / { return 301 http://127.0.0.1:%port4%/$http_authorization; }"),
      Nginx.server(4, "location / { try_files /a.json =404; }"),
    ])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let feeds = ["good", "refused", "scheme", "moved"].enumerated().map { ($1, nginx.url("/a.json", $0)) }
    let program = try LiveProgram(feeds, headers: Self.header)
    program.environment["FEED_TOKEN"] = Self.secret
    var told = ""
    for arguments in [["-v"], ["--refresh", "--log-format", "json", "-v"]] {
      let result =
        arguments.count == 1
        ? try program.run("-v", "--record", "replies", "-o", "out.json")
        : try program.run("--refresh", "--log-format", "json", "-v", "--record", "replies", "-o", "out.json")
      #expect(result.status == 3)
      told += result.error + result.out
    }
    #expect(try nginx.log().first?.authorization == "Bearer \(Self.secret)")
    #expect(told.contains("auth") && told.contains("policy.scheme"))
    #expect(!told.contains(Self.secret), "\(told)")
    let files = try program.filesContaining(Self.secret)
    #expect(files.isEmpty, "\(files)")
    #expect(try program.filesContaining("Hill House").contains("out.json"), "the search finds what is there")
  }

  @Test func aMissingVariableIsAConfigurationErrorThatNamesIt() throws {
    let nginx = try Nginx([Nginx.server(0)])
    let headers = #"{"Authorization":"Bearer ${FEED_TOKEN}","X-Api-Key":"${OTHER_TOKEN}"}"#
    let program = try LiveProgram([("a", nginx.url("/a.json"))], headers: headers)
    program.environment["FEED_TOKEN"] = Self.secret
    let result = try program.run("-v")
    #expect(result.status == 78)
    #expect(result.out.isEmpty)
    #expect(result.error.contains("OTHER_TOKEN") && result.error.contains("a/dining"), "\(result.error)")
    #expect(!result.error.contains(Self.secret))
    #expect(try nginx.log().isEmpty)
  }
}
