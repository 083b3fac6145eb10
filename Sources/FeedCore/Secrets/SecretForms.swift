import Foundation

/// What of headers is secret: what came from the environment, the credentials in it, and both in base64.
enum SecretForms {
  /// Each once. What is too short to be told from other text is left out.
  static func texts(of headers: [Feed.Header]) -> [String] {
    var texts: [String] = []
    for text in headers.flatMap(texts(of:)) where text.utf8.count >= SecretMatcher.shortest && !texts.contains(text) { texts.append(text) }
    return texts
  }

  private static func texts(of header: Feed.Header) -> [String] {
    header.secrets.flatMap { secret in
      let secret = trimmed(secret[...])
      let credentials = credentials(of: secret, in: header.name)
      let isBasic = header.value.lowercased().hasPrefix("basic ")
      return [secret] + (credentials.map { [$0] } ?? []) + (isBasic ? parts(ofBasic: credentials ?? secret) : [])
    }
  }

  /// Nobody sends the spaces around a value.
  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// What stands behind the name of a scheme ("Bearer …"), which is no secret itself.
  private static func credentials(of secret: String, in name: String) -> String? {
    guard let space = secret.firstIndex(of: " ") else { return nil }
    let scheme = secret[..<space].lowercased()
    let isAuthorization = ["authorization", "proxy-authorization"].contains(name.lowercased())
    guard isAuthorization || ["basic", "bearer", "digest", "token", "apikey", "negotiate"].contains(scheme) else { return nil }
    return trimmed(secret[space...])
  }

  /// User and password in plain text, and the password.
  private static func parts(ofBasic credentials: String) -> [String] {
    // Some leave the padding away.
    let padded = credentials + String(repeating: "=", count: (4 - credentials.utf8.count % 4) % 4)
    let plain = Data(base64Encoded: padded).flatMap { String(validating: $0, as: UTF8.self) } ?? credentials
    guard let colon = plain.firstIndex(of: ":") else { return [] }
    return [plain, String(plain[plain.index(after: colon)...])]
  }

  /// The texts that bytes give in base64, alone or in the middle of others: what they have in common with their neighbours is left out.
  static func base64(of bytes: [UInt8]) -> [String] {
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
