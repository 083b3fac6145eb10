/// A version 8 UUID (RFC 9562) from the SHA-256 hash of the identified content: equal bytes give equal ids.
package struct StableUUID: Sendable, Hashable, CustomStringConvertible {
  /// The UUID in lower case, such as "0190b6e5-89ab-8cde-8f01-23456789abcd".
  package let description: String

  package init(_ identity: [UInt8]) {
    var bytes = Array(SHA256.hash(identity).bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.hexadecimal
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits.prefix($0.upperBound).dropFirst($0.lowerBound) }
    description = groups.joined(separator: "-")
  }
}
