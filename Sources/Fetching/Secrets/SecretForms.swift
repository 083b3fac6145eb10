import FeedKit
import Foundation

/// The secrets in the headers of a feed, and the bytes in which a server may repeat them.
enum SecretForms {
  /// Returns the values that came from the environment and the credentials in them, except short ones.
  static func texts(of headers: [Feed.Header]) -> [String] {
    let texts = headers.flatMap { header in
      header.secrets.flatMap { secret in
        // The spaces around a value are not sent.
        let secret = secret[...].trimmed
        let credentials = credentials(of: secret, in: header.name)
        let isBasic = header.value.lowercased().hasPrefix("basic ")
        return [secret] + (credentials.map { [$0] } ?? []) + (isBasic ? parts(ofBasic: credentials ?? secret) : [])
      }
    }
    return texts.filter { $0.utf8.count >= Scrubber.shortest }
  }

  /// Returns a secret as it is, in lower case, percent-encoded and in base64, each with and without escaped slashes.
  static func encodings(of text: String) -> [[UInt8]] {
    let utf8 = Array(text.utf8)
    // The value of a header is read as Latin-1.
    let latin1 = String(latin1: utf8)
    let texts = [text, text.lowercased()].flatMap { [$0] + percentEncoded(Array($0.utf8)) }
    let all = texts + [latin1] + base64(of: utf8)
    // Many JSON writers escape slashes.
    let escaped = all.filter { $0.utf8.contains(UInt8(ascii: "/")) }.map { $0.replacing("/", with: "\\/") }
    return (all + escaped).map { Array($0.utf8) }
  }

  /// Returns the bytes percent-encoded as a component, as a form (a space is a plus sign) and as an address, with upper-case and with
  /// lower-case hexadecimal digits.
  private static func percentEncoded(_ bytes: [UInt8]) -> [String] {
    let component = percentEncoded(bytes) { $0.isUnreserved }
    let address = percentEncoded(bytes) { $0.isUnreserved || "!$&'()*+,/:;=?@".utf8.contains($0) }
    return [component, component.map { $0.replacing("%20", with: "+") }, address].flatMap { $0 }
  }

  private static func percentEncoded(_ bytes: [UInt8], except isPlain: (UInt8) -> Bool) -> [String] {
    [false, true].map { isUpperCase in
      bytes.reduce(into: "") { text, byte in
        if isPlain(byte) { return text.unicodeScalars.append(Unicode.Scalar(byte)) }
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: isUpperCase)
      }
    }
  }

  /// Returns the credentials after the scheme ("Bearer …"), which is not secret itself.
  private static func credentials(of secret: String, in name: String) -> String? {
    guard let space = secret.firstIndex(of: " ") else { return nil }
    let scheme = secret[..<space].lowercased()
    let isAuthorization = ["authorization", "proxy-authorization"].contains(name.lowercased())
    guard isAuthorization || ["basic", "bearer", "digest", "token", "apikey", "negotiate"].contains(scheme) else { return nil }
    return secret[space...].trimmed
  }

  /// Returns the decoded credentials ("user:password") and the password.
  private static func parts(ofBasic credentials: String) -> [String] {
    // The padding may be missing.
    let padded = credentials + String(repeating: "=", count: (4 - credentials.utf8.count % 4) % 4)
    let plain = Data(base64Encoded: padded).flatMap { String(validating: $0, as: UTF8.self) } ?? credentials
    guard let colon = plain.firstIndex(of: ":") else { return [] }
    return [plain, String(plain[plain.index(after: colon)...])]
  }

  /// Returns the base64 encodings of the bytes, alone and at each of the three alignments within other bytes, without the digits that
  /// depend on adjacent bytes; in the standard and the URL alphabet.
  private static func base64(of bytes: [UInt8]) -> [String] {
    var texts = [Data(bytes).base64EncodedString()]
    for before in 0..<3 {
      let encoded = Data([UInt8](repeating: 0, count: before) + bytes).base64EncodedString()
      texts.append(String(encoded.prefix((before + bytes.count) * 8 / 6).dropFirst((before * 8 + 5) / 6)))
    }
    for text in texts where text.contains("+") || text.contains("/") {
      texts.append(String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }))
    }
    return texts
  }
}
