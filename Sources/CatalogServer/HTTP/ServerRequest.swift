/// An HTTP request, as far as the site needs it. Bodies are refused before.
public struct ServerRequest: Sendable {
  public let method: String
  /// The path and the query, as sent.
  public let target: String
  private let fields: @Sendable (String) -> [String]

  /// - Parameter fields: returns the values of all header fields with a name, in their order.
  public init(method: String, target: String, fields: @escaping @Sendable (String) -> [String]) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// Creates a request from a list of header fields.
  public init(_ method: String = "GET", _ target: String, _ headers: [(String, String)] = []) {
    self.init(method: method, target: target) { name in
      headers.filter { $0.0.lowercased() == name.lowercased() }.map(\.1)
    }
  }

  /// Returns the value of a header field, with those of repeated fields joined by commas; nil if there is none.
  func field(_ name: String) -> String? {
    let values = fields(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var isHead: Bool { method == "HEAD" }
}
