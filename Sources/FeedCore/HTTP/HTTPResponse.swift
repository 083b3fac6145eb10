public import CampusCatalog

/// A complete response: its framing was sound, its content codings ended properly, it kept to the limits.
public struct HTTPResponse: Sendable {
  public let status: Int
  /// As they came, in order; names as sent, values with one character per byte (ISO 8859-1), without spaces around them.
  public let headers: [Feed.Header]
  /// Content codings undone. Empty for 204 and 304, whatever came.
  public let body: [UInt8]
  /// Bytes of the body as they came.
  public let wireBytes: Int
  /// What was odd, and did no harm: "a 304 with a body".
  public let oddities: [String]

  public init(status: Int, headers: [Feed.Header], body: [UInt8], wireBytes: Int? = nil, oddities: [String] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    self.wireBytes = wireBytes ?? body.count
    self.oddities = oddities
  }

  /// The values of a header, in any case of its name.
  public func values(_ name: String) -> [String] {
    let name = name.lowercased()
    return headers.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }.map(\.value)
  }

  /// The first value of a header.
  public func value(_ name: String) -> String? { values(name).first }
}

/// Why an exchange gave no response that can be used.
public struct HTTPFailure: Error, Sendable, Hashable {
  public let reason: ReasonCode
  /// One sentence without a full stop. Never has a header's value or a user's name in it.
  public let detail: String
  /// What came of the body until then.
  public let wireBytes: Int
  /// The time that the caller gave was over: it says nothing of the server.
  public let isLocalLimit: Bool
  /// It came of damage on the way, which another try may not meet; for reasons that do not say so themselves (`body.encoding`).
  public let isDamage: Bool
  /// What a log tells beside the reason.
  public let fields: [LogField]

  public init(
    _ reason: ReasonCode, _ detail: String, wireBytes: Int = 0, isLocalLimit: Bool = false, isDamage: Bool = false, fields: [LogField] = []
  ) {
    self.reason = reason
    self.detail = detail
    self.wireBytes = wireBytes
    self.isLocalLimit = isLocalLimit
    self.isDamage = isDamage
    self.fields = fields
  }
}
