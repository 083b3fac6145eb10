import Basics
import HTTPTypes
import Hummingbird

/// Refuses requests with content, for other hosts, with other methods than GET and HEAD, and with addresses that are not valid.
struct RequestPolicy: RouterMiddleware {
  typealias Context = SiteContext

  /// The names by which clients may address the server, in lower case, without the port.
  let hosts: Set<String>

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    if Self.hasContent(request.headers) {
      throw Problem(status: 413, title: "Content too large", detail: "Requests have no content.")
    }
    // Hummingbird leaves further hosts in the header.
    guard let host = request.head.authority, !request.headers.contains(where: { $0.name.canonicalName == "host" }) else {
      throw Problem(status: 400, title: "No host", detail: "A request names its host once, in the field Host.")
    }
    guard let name = Self.hostName(host), hosts.contains(name) else {
      // Otherwise, a page on another site could read responses by pointing its own name at this machine.
      throw Problem(status: 421, title: "Wrong host", detail: "This server does not answer for this name; --allow-host adds one.")
    }
    guard request.method == .get || request.method == .head else {
      throw Problem(status: 405, title: "Method not allowed", detail: "Use GET or HEAD.")
    }
    guard let target = context.target else { throw Problem.wrongAddress }
    // No address has empty segments, which the router ignores.
    if target.path.contains("") { throw HTTPError(.notFound) }
    return try await next(request, context)
  }

  private static func hasContent(_ headers: HTTPFields) -> Bool {
    headers.contains(.transferEncoding) || headers[values: .contentLength].contains { $0.trimmed != "0" }
  }

  /// Returns the name of a host without its port, in lower case; nil for text that is not a host.
  static func hostName(_ text: String) -> String? {
    let bytes = text.utf8
    let isAddress = bytes.first == UInt8(ascii: "[")
    let start = isAddress ? bytes.index(after: bytes.startIndex) : bytes.startIndex
    guard var end = isAddress ? bytes.firstIndex(of: UInt8(ascii: "]")) : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex,
      start < end
    else { return nil }
    let name = text[start..<end].lowercased()
    if isAddress { end = bytes.index(after: end) }
    let port = bytes[end...]
    let isPort =
      port.isEmpty
      || port.first == UInt8(ascii: ":") && (2...6).contains(port.count) && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    return isPort ? name : nil
  }
}
