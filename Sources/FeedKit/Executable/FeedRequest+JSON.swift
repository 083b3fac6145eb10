import CampusCatalog
package import SimdJSON

extension FeedAddress {
  /// The members that a registry file may have.
  package static let keys: [StaticString] = ["url", "frozen"] + RequestDates.keys

  /// Writes an address as a registry file has it: a text, or an object with `url`, `frozen`, and the dates for which it is requested.
  package func write(to writer: inout JSONWriter) {
    guard isFrozen || dates != nil else { return writer.string(url) }
    writer.beginObject()
    writer.member("url", url)
    if isFrozen { writer.member("frozen", true) }
    dates?.writeMembers(to: &writer)
    writer.endObject()
  }

  package init(reading value: JSONValue) throws(JSONFieldError) {
    let form = "an http or https address"
    guard value.isObject else {
      self.init(try value.parsed(form) { WebAddress($0)?.description })
      return
    }
    try value.expectOnly(Self.keys)
    self.init(
      try value.requiredParsed("url", form) { WebAddress($0)?.description }, isFrozen: try value.flag("frozen") ?? false,
      dates: try RequestDates(reading: value))
  }
}

extension FeedRequest {
  /// Writes `{"name": "venues", "page": 1, "addresses": […], "required": true, "format": "json", "cursor": "…"}`.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("page", page)
    writer.list("addresses", addresses) { $0.write(to: &$1) }
    writer.member("required", isRequired)
    writer.member("format", format.rawValue)
    writer.member("cursor", cursor)
    writer.endObject()
  }

  /// Reads a request, of which only the name is required.
  ///
  /// - Parameter known: the addresses for requests that do not have any.
  package init(reading value: JSONValue, addresses known: [String: [FeedAddress]] = [:]) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a request (an object), found \(value.kind)") }
    try value.expectOnly(["name", "page", "addresses", "required", "format", "cursor"])
    let name = try value.requiredText("name")
    let page = try value.integer("page") ?? 1
    guard (1...1_000_000).contains(page) else { throw value.fault(.number, "\"page\" is not from 1 to 1000000") }
    self.init(
      name, page: Int(page),
      addresses: value["addresses"] == nil ? known[name] ?? [] : try value.list("addresses", FeedAddress.init(reading:)),
      isRequired: try value.flag("required") ?? true,
      format: try value.parsed("format", "\"json\", \"xml\", \"csv\" or \"ics\"") { Format(rawValue: $0) } ?? .json,
      cursor: try value.text("cursor")
    )
  }
}
