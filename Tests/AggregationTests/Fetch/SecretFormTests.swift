import Aggregation
import FeedCore
import Testing

/// A secret is found in all its forms, and nothing else is.
@Suite struct SecretFormTests {
  static let text = "S3cr3t/Tok+en Wörd=9"

  private func matcher(_ name: String, _ value: String, _ secrets: String...) throws -> SecretMatcher {
    let header = Feed.Header(name, value, secrets: secrets)
    return try Polling(Texts.registry).registry.feeds[0].with(headers: [header]).secrets
  }

  private func odd() throws -> SecretMatcher { try matcher("X-Key", Self.text, Self.text) }

  @Test(
    arguments: [
      text, "s3CR3T/tok+EN wörd=9", "S3cr3t%2FTok%2Ben%20W%C3%B6rd%3D9", "S3cr3t%2fTok%2ben+W%c3%b6rd%3d9", "S3cr3t/Tok%2Ben%20Wörd=9",
      "%53%33%63%72%33%74%2F%54%6F%6B%2B%65%6E%20%57%C3%B6%72%64%3D%39", "S3cr3t%252FTok%252Ben%2520W%25C3%25B6rd%253D9",
      "S3cr3t/Tok+en W\u{C3}\u{B6}rd=9", "S3cr3t%2FTok%2Ben%20W%C3%83%C2%B6rd=9", "S3cr3t/Tok+en%20W%F6rd=9",
      #"S3cr3t\/Tok+en W\u00f6rd=9"#,
      #"S3cr3t/Tok+en W\u00C3\u00B6rd=9"#, "S3cr3t&#x2F;Tok&#43;en W&#246;rd=9", "UzNjcjN0L1RvaytlbiBXw7ZyZD05",
      "UzNjcjN0L1RvaytlbiBXw7ZyZD05%3D",
    ])
  func found(_ form: String) throws {
    let secrets = try odd()
    #expect(secrets.finds(in: form))
    #expect(secrets.clean("<\(form)>") == "<***>" || form.hasSuffix("%3D"))
    #expect(secrets.clean("a \(form) b \(form)").components(of: "***") == 2)
  }

  @Test(arguments: ["", "S", "S3cr3t", "S3cr3t/Tok+en Word=9", "%53%", "%", "%2", "plain text, nothing else", "S3cr3t%2", "W\u{F6}rd=9"])
  func leftAlone(_ text: String) throws {
    let secrets = try odd()
    #expect(!secrets.finds(in: text))
    #expect(secrets.clean(text) == text)
    #expect(secrets.clean(body: Array(text.utf8)).count == 0)
  }

  /// A letter that belongs to an escape begins no secret: without it the body would be no JSON.
  @Test(arguments: [
    (#"["line\nightly"]"#, #"["line\nightly"]"#), (#"["back\\nightly"]"#, #"["back\\***"]"#),
    (#"["nightly","\\\nightly"]"#, #"["***","\\\nightly"]"#),
  ])
  func escapesStayWhole(_ body: String, _ expected: String) throws {
    let clean = try matcher("X-Key", "nightly", "nightly").clean(body: Array(body.utf8)).body
    #expect(String(decoding: clean, as: UTF8.self) == expected)
  }

  /// In the middle of other bytes, too.
  @Test func base64AtEachPlace() throws {
    let secrets = try matcher("X-Key", Texts.secret, Texts.secret)
    // "x", "xy" and "xyz" before it.
    for form in ["eHMzY3IzdC1vZi10aGUtdGVzdA==", "eHlzM2NyM3Qtb2YtdGhlLXRlc3Q=", "eHl6czNjcjN0LW9mLXRoZS10ZXN0"] {
      #expect(secrets.clean(form).contains("***"), "\(form)")
    }
  }

  /// The name of a scheme is none; what stands behind it is one by itself, and so is the password in it.
  @Test func credentials() throws {
    let basic = try matcher("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(basic.clean("Basic access") == "Basic access")
    #expect(basic.clean("u=QWxhZGRpbjpvcGVuIHNlc2FtZQ%3d%3D") == "u=***")
    #expect(basic.clean("for Aladdin: open sesame, Aladdin:open sesame") == "for Aladdin: ***, ***")
    let plain = try matcher("Authorization", "Basic x:yellow", "Basic x:yellow")
    #expect(plain.clean("Basic x:yellow x:yellow eDp5ZWxsb3c= Basic") == "*** *** *** Basic")
    let bearer = try matcher("X-Auth", "Bearer abcdef", " Bearer abcdef ")
    #expect(bearer.clean("abcdef") == "***")
    let words = try matcher("X-Key", "correct horse", "correct horse")
    #expect(words.clean("a horse") == "a horse")
  }

  @Test func bodies() throws {
    let secrets = try odd()
    let body = #"[{"name":"S3cr3t\/Tok+en W\u00f6rd=9"},"\#(Self.text)","s3cr3t/tok+en wörd=9"]"#
    let clean = secrets.clean(body: Array(body.utf8))
    #expect(clean.count == 2)
    #expect(String(decoding: clean.body, as: UTF8.self) == #"[{"name":"***"},"***","s3cr3t/tok+en wörd=9"]"#)
    // UTF-8 that is cut, and Latin-1.
    let latin = Array("S3cr3t/Tok+en W".utf8) + [0xF6] + Array("rd=9".utf8) + [0xC3]
    #expect(secrets.clean(body: latin).body == Array("***".utf8) + [0xC3])
  }

  /// A secret of one letter again and again, in a text that nearly has it.
  @Test func manyWaysToReadATextTakeNoTime() throws {
    let secrets = try matcher("X-Key", "-", String(repeating: "\\", count: 30) + "x")
    #expect(!secrets.finds(in: String(repeating: "\\", count: 150)))
    #expect(secrets.finds(in: String(repeating: "\\\\", count: 30) + "x"))
  }

  @Test func whatIsShortIsNotLookedFor() throws {
    let header = Feed.Header("X-Key", "abc", secrets: ["abc"])
    #expect(header.hasShortSecret)
    #expect(try matcher("X-Key", "abc", "abc").isEmpty)
    #expect(!Feed.Header("X-Key", "abcd", secrets: ["abcd"]).hasShortSecret)
  }
}

extension String {
  /// How many times a text stands in it.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
