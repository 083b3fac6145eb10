import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// A secret from the environment is sent to the server and nowhere else.
@Suite(.waitsForPrograms, .enabled(if: Nginx.canStart, Nginx.reason)) struct SecretTests {
  static let secret = "mango-7Qx-lantern"
  static let header = #"{"Authorization":"Bearer ${FEED_TOKEN}"}"#

  @Test func secretIsNeverWritten() throws {
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
    #expect(try program.filesContaining("Hill House").contains("out.json"), "the search works")
  }

  /// A secret with special characters is echoed encoded, in a body, as a host, and by itself without its scheme.
  @Test func encodedSecretsAreNeverWritten() throws {
    let secret = "mängo/7Qx+Lantern"
    let encoded = "m%C3%A4ngo%2F7Qx%2BLantern"
    let nginx = try Nginx([
      Nginx.server(0, #"location / { add_header ETag "\"$http_x_key\""; add_header X-Echo $http_x_key; try_files /a.json =404; }"#),
      Nginx.server(1, "location = /a.json { return 302 /b.json?u=\(encoded); } location / { try_files /a.json =404; }"),
      Nginx.server(2, #"location / { return 200 '[{"name":"$http_x_key","address":"for $http_x_key","id":1,"days":[]}]'; }"#),
      Nginx.server(3, "location / { return 302 http://\(Self.secret).invalid/; }"),
      Nginx.server(4, #"location / { add_header X-Echo "mango-7Qx-lantern bWFuZ28tN1F4LWxhbnRlcm4="; try_files /a.json =404; }"#),
    ])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let feeds = ["header", "address", "body", "host", "base"].enumerated().map { ($1, nginx.url("/a.json", $0)) }
    let program = try LiveProgram(feeds, headers: #"{"X-Key":"${FEED_KEY}","Authorization":"${FEED_TOKEN}"}"#)
    program.environment = ["FEED_KEY": secret, "FEED_TOKEN": "Bearer \(Self.secret)"]
    var told = ""
    for arguments in [["-v"], ["--refresh", "--log-format", "json"]] {
      let result = try program.run(arguments + ["--record", "replies", "-o", "out.json", "--allow-private"], through: [])
      #expect(result.status == 3)
      told += result.error + result.out
    }
    #expect(try nginx.log().allSatisfy { $0.authorization == "Bearer \(Self.secret)" })
    #expect(told.contains("policy.secret") && told.contains("secret.echoed"))
    let latin = String(String.UnicodeScalarView(secret.utf8.map { Unicode.Scalar($0) }))
    let forms = [
      secret, "7Qx+L", encoded, "m%C3%A4ngo", "7Qx%2BLantern", latin, Self.secret, Self.secret.lowercased(), "bWFuZ28tN1F4LWxhbnRlcm4",
    ]
    for form in forms {
      #expect(!told.contains(form), "\(form) in \(told)")
      #expect(try program.filesContaining(form) == [], "\(form)")
    }
    #expect(try program.folder.read("replies/body/dining/venues.json") == #"[{"name":"***","address":"for ***","id":1,"days":[]}]"#)
  }

  /// A redirect repeats the secret.
  @Test(
    arguments: [
      "/b.json?u=mango%2B7Qx%2Blantern", "/b.json?token=mango%2b7Qx%2blantern", "/b.json?u=1&v=mango+7Qx+lantern", "/mango+7Qx+lantern",
      "/bWFuZ28rN1F4K2xhbnRlcm4=",
    ])
  func encodedSecretsInRedirectAreNeverWritten(_ location: String) async throws {
    let server = try ScriptedServer([
      .receive,
      .answer { head in
        let body = Venues.reply("Hill House")
        let text =
          head.hasPrefix("GET /a.json ")
          ? "HTTP/1.1 301 Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return Array(text.utf8)
      }, .restart,
    ])
    defer { server.stop() }
    let program = try LiveProgram([("a", server.url("/a.json"))], headers: #"{"X-Key":"${FEED_KEY}"}"#)
    program.environment = ["FEED_KEY": "mango+7Qx+lantern"]
    let result = try program.run("-v", "--log-format", "json", "--record", "replies", "-o", "out.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(server.record.heads.count == 2)
    for part in ["mango", "lantern"] {
      #expect(!(result.error + result.out).contains(part), "\(result.error)")
      #expect(try program.filesContaining(part) == [])
    }
  }

  @Test func shortSecretIsSentWithWarning() throws {
    let nginx = try Nginx([Nginx.server(0)])
    try nginx.put(Venues.reply("Hill House"), at: "a.json")
    let program = try LiveProgram([("a", nginx.url("/a.json")), ("b", nginx.url("/a.json"))], headers: Self.header)
    program.environment["FEED_TOKEN"] = "abc"
    let result = try program.run()
    #expect(result.status == 0)
    #expect(result.error.split(separator: "\n").filter { $0.contains("fewer than 4 bytes") }.count == 1, "\(result.error)")
    #expect(result.error.contains("a/dining, b/dining"))
    let records = try program.run("--refresh", "--log-format", "json").records
    #expect(records.filter { $0["event"] as? String == "secret.short" }.count == 1)
    #expect(try nginx.log().allSatisfy { $0.authorization == "Bearer abc" })
  }

  @Test func missingVariableIsConfigurationError() throws {
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
