public import OpeningHours

/// Character classes of headers. Inlinable, because every byte of every header is examined.
extension UInt8 {
  @inlinable package var isBlank: Bool { self == 0x20 || self == 9 }

  /// Whether the byte is allowed in the name of a header (`tchar` in RFC 9110, section 5.6.2).
  @inlinable package var isToken: Bool { isASCIIDigit || isASCIILetter || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

/// Headers as text (ISO 8859-1): one character per byte.
extension String {
  /// Creates text from the bytes of a header. No byte is lost: `latin1` returns them unchanged.
  @inlinable package init(latin1 bytes: some Collection<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  /// The bytes of the text; nil if a character is not in ISO 8859-1.
  package var latin1: [UInt8]? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
    let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return bytes.count == unicodeScalars.count ? bytes : nil
  }
}
