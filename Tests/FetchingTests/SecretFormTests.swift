import FeedKit
import Testing

@testable import Fetching

/// A secret is found in each of its forms; other text is not.
@Suite struct SecretFormTests {
  static let plain = "s3cr3t-of-the-test"
  static let text = "S3cr3t/Tok+en Wörd=9"

  private func matcher(_ name: String, _ value: String, _ secrets: String...) -> Scrubber {
    Scrubber(of: [Feed.Header(name, value, secrets: secrets)])
  }

  private func odd() -> Scrubber { matcher("X-Key", Self.text, Self.text) }

  @Test(
    arguments: [
      text, "s3cr3t/tok+en wörd=9", "S3cr3t/Tok+en W\u{C3}\u{B6}rd=9", "S3cr3t%2FTok%2Ben%20W%C3%B6rd%3D9",
      "S3cr3t%2fTok%2ben%20W%c3%b6rd%3d9", "S3cr3t%2FTok%2Ben+W%C3%B6rd%3D9", "S3cr3t%2fTok%2ben+W%c3%b6rd%3d9",
      "S3cr3t\\/Tok+en Wörd=9", "S3cr3t/Tok+en%20W%C3%B6rd=9", "S3cr3t/Tok+en%20W%c3%b6rd=9", "UzNjcjN0L1RvaytlbiBXw7ZyZD05",
    ])
  func secretFormsAreFound(_ form: String) {
    let secrets = odd()
    #expect(secrets.finds(in: form))
    #expect(secrets.clean("<\(form)>") == "<***>")
    #expect(secrets.clean("a \(form) b \(form)") == "a *** b ***")
    #expect(secrets.clean(body: Array("[\"\(form)\"]".utf8)) == (Array("[\"***\"]".utf8), 1))
  }

  @Test(arguments: ["", "S", "S3cr3t", "S3cr3t/Tok+en Word=9", "%53%", "%", "%2", "plain text, nothing else", "S3cr3t%2", "W\u{F6}rd=9"])
  func otherTextIsUnchanged(_ text: String) {
    let secrets = odd()
    #expect(!secrets.finds(in: text))
    #expect(secrets.clean(text) == text)
    #expect(secrets.clean(body: Array(text.utf8)).count == 0)
  }

  /// In the middle of other bytes, too, and in both alphabets.
  @Test func base64AtEveryAlignment() {
    let secrets = matcher("X-Key", Self.plain, Self.plain)
    // "x", "xy" and "xyz" before it.
    for form in ["eHMzY3IzdC1vZi10aGUtdGVzdA==", "eHlzM2NyM3Qtb2YtdGhlLXRlc3Q=", "eHl6czNjcjN0LW9mLXRoZS10ZXN0"] {
      #expect(secrets.clean(form).contains("***"), "\(form)")
    }
    let odd = matcher("X-Key", "a?>b?>c", "a?>b?>c")
    for form in ["YT8+Yj8+Yw==", "YT8-Yj8-Yw=="] { #expect(odd.clean(form) == "***", "\(form)") }
  }

  /// The name of a scheme is not secret; the part after it is a secret by itself, and so is the password in it.
  @Test func credentials() {
    let basic = matcher("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(basic.clean("Basic access") == "Basic access")
    #expect(basic.clean("u=QWxhZGRpbjpvcGVuIHNlc2FtZQ%3d%3d") == "u=***")
    #expect(basic.clean("for Aladdin: open sesame, Aladdin:open sesame") == "for Aladdin: ***, ***")
    let plain = matcher("Authorization", "Basic x:yellow", "Basic x:yellow")
    #expect(plain.clean("Basic x:yellow x:yellow eDp5ZWxsb3c= Basic") == "*** *** *** Basic")
    let bearer = matcher("X-Auth", "Bearer abcdef", " Bearer abcdef ")
    #expect(bearer.clean("abcdef") == "***")
    let words = matcher("X-Key", "correct horse", "correct horse")
    #expect(words.clean("a horse") == "a horse")
  }

  /// The bytes around a secret are unchanged, even if they are not UTF-8.
  @Test func bodies() {
    let body = [0xF6] + Array(Self.text.utf8) + [0xC3]
    #expect(odd().clean(body: body) == ([0xF6] + Array("***".utf8) + [0xC3], 1))
  }

  @Test func shortSecretsAreIgnored() {
    let header = Feed.Header("X-Key", "abc", secrets: ["abc"])
    #expect(header.hasShortSecret)
    #expect(matcher("X-Key", "abc", "abc").isEmpty)
    #expect(!Feed.Header("X-Key", "abcd", secrets: ["abcd"]).hasShortSecret)
  }
}
