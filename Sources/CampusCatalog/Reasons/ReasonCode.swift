public import SimdJSON

/// A stable code that says why something happened, such as `http.404`: the reason of a feed's outcome, of an error or of a note.
///
/// The set is open. The known codes are static members, listed by topic in the extensions of this type; each is named after its code.
public struct ReasonCode: Sendable, Hashable, CustomStringConvertible {
  /// The code as it is written: lower-case words, the first of which is the group.
  public let description: String

  public init(_ description: String) { self.description = description }

  public init(_ code: JSONError.Code) { self.init(code.description) }

  public init(_ code: JSONFieldError.Code) { self.init(code.description) }

  /// The first word of a code that has several.
  package enum Group: String {
    case dns, connect, timeout, tls, http, body, policy, json, schema, limit, `guard`, store, config, mirror
  }

  /// Nil for codes of one word, and for groups that nothing depends on.
  package var group: Group? {
    description.firstIndex(of: ".").flatMap { Group(rawValue: String(description[..<$0])) }
  }
}

extension ReasonCode {
  /// The status of a response that could not be used; nil for all other reasons.
  package var httpStatus: Int? { group == .http ? Int(description.dropFirst("http.".count)) : nil }

  /// Whether the reply arrived and its content could not be used.
  package var isContentFailure: Bool { group == .json || group == .schema || group == .limit }

  /// Whether the result was held back because it may be an accident of the server.
  package var isHold: Bool { group == .guard }

  /// Whether the store could not do what it was asked for.
  package var isStoreFailure: Bool { group == .store }

  /// Whether the registry or the command line asks for it.
  package var isConfiguration: Bool { group == .config }

  /// Whether no request was wanted: nothing has failed.
  package var isSkip: Bool { self == .notDue || self == .offline }

  /// Whether it was decided on this side: it says nothing about the feed, and the next run may decide otherwise.
  package var isLocal: Bool {
    self == .policyAddress || self == .cancelled || isConfiguration || isStoreFailure && self != .storeCorrupt
  }
}
