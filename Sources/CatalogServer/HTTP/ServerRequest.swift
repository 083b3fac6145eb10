import HTTPTypes

/// An HTTP request, as far as the site needs it. Bodies are refused before.
public struct ServerRequest: Sendable {
  let method: String
  /// The path and the query, as sent.
  let target: String
  /// The name and the port of the server, as the client knows it: the field `Host`; nil if it is missing.
  let authority: String?
  private let fields: HTTPFields

  init(method: String, target: String, authority: String?, fields: HTTPFields) {
    (self.method, self.target, self.authority, self.fields) = (method, target, authority, fields)
  }

  /// Creates a request from a list of header fields.
  public init(_ method: String = "GET", _ target: String, _ headers: [(name: String, value: String)] = []) {
    let host = headers.first { $0.name.lowercased() == "host" }?.value
    let others = headers.compactMap { field in HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) } }
    self.init(method: method, target: target, authority: host, fields: HTTPFields(others))
  }

  /// Returns the value of a header field, with those of repeated fields joined by commas; nil if there is none.
  func field(_ name: HTTPField.Name) -> String? { fields[name] }

  var isHead: Bool { method == "HEAD" }

  /// Whether the request comes with content.
  var hasContent: Bool { field(.transferEncoding) != nil || field(.contentLength).map { $0.trimmed != "0" } == true }
}
