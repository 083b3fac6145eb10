public import SimdJSON

/// A stable code for the reason of a feed's outcome, an error or a note, such as `http.404`.
///
/// The set is open. Known codes are static members, grouped by topic in extensions of this type.
public struct ReasonCode: Sendable, Hashable, CustomStringConvertible {
  /// The code as text: lower-case words separated by dots, the group first.
  public let description: String

  public init(_ description: String) { self.description = description }

  public init(_ code: JSONError.Code) { self.init(code.description) }

  public init(_ code: JSONFieldError.Code) { self.init(code.description) }

  /// The first word of a code with several words.
  package enum Group: String {
    case dns, connect, timeout, tls, http, body, policy, json, xml, ical, schema, limit, `guard`, store, config, mirror, plugin
  }

  /// The group of the code; nil for codes of one word and for other groups.
  package var group: Group? {
    description.firstIndex(of: ".").flatMap { Group(rawValue: String(description[..<$0])) }
  }
}

extension ReasonCode {
  // A literal in a function would be compiled at each use. Matching does not change it.
  nonisolated(unsafe) private static let form = /[a-z0-9_]+(\.[a-z0-9_]+)*/

  /// Whether it has the form of a code: lower-case words joined by dots, at most 64 bytes. Others may come from other programs.
  package var isWellFormed: Bool { description.utf8.count <= 64 && description.wholeMatch(of: Self.form) != nil }

  /// The HTTP status of `http.404` and the like; nil for other codes.
  package var httpStatus: Int? { group == .http ? Int(description.dropFirst("http.".count)) : nil }

  /// Whether a reply arrived but its content could not be used.
  package var isContentFailure: Bool { group == .json || group == .xml || group == .ical || group == .schema || group == .limit }

  /// Whether a result was held back because it differs too much from the last one.
  package var isHold: Bool { group == .guard }

  /// Whether the feed was skipped, so that nothing has failed.
  package var isSkip: Bool { self == .notDue || self == .offline }

  /// Whether the cause is local, so the feed itself may be fine.
  package var isLocal: Bool {
    self == .policyAddress || self == .cancelled || group == .config || group == .store && self != .storeCorrupt
  }
}
