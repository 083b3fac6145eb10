import FeedKit

/// A rule that finds the address of a link or image: `{"rel": "menu", "href": "/menu_url"}`. Relative addresses are resolved against the
/// mapping's `base`.
struct AddressRule<Use: RawRepresentable & CaseIterable & Sendable>: Sendable where Use.RawValue == String {
  /// The purpose of the address.
  let use: Use
  private let href: TextRule
  private let base: WebAddress?

  init(reading value: JSONValue, _ key: StaticString, _ base: WebAddress?) throws(JSONFieldError) {
    try value.expectOnly([key, "href"])
    let known = Use.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    use = try value.requiredParsed(key, "one of \(known)") { Use(rawValue: $0) }
    href = try value.rule("href")
    self.base = base
  }

  /// Returns the address; nil if it is absent, or, with a note, if it is not an http or https address.
  func address(in scope: borrowing Scope, _ notes: inout RecordNotes) throws(JSONFieldError) -> WebAddress? {
    guard let text = try href.line(in: scope, &notes) else { return nil }
    if let address = WebAddress(text) ?? base?.resolving(text) { return address }
    notes.add(.url, at: pointer, "left out: not an absolute http or https address")
    return nil
  }

  private var pointer: String { if case .at(let path) = href { path.description } else { "" } }
}
