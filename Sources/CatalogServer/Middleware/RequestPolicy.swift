import Basics
import HTTPTypes
import Hummingbird

/// Refuses requests with content, with other methods than GET, HEAD and OPTIONS, for other hosts, and with addresses that are not valid.
struct RequestPolicy: RouterMiddleware {
  typealias Context = SiteContext

  /// The names by which clients may address the server, in lower case, without the port.
  let hosts: Set<String>

  /// The addresses for monitoring. Load balancers ask for them by the address of the machine.
  private static let probes: Set = ["/healthz", "/readyz", "/metrics"]

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    if Self.hasContent(request.headers) {
      throw Problem(status: 413, title: "Content too large", detail: "Requests have no content.")
    }
    // Hummingbird leaves further hosts in the header.
    guard let host = request.head.authority, !request.headers.contains(where: { $0.name.canonicalName == "host" }) else {
      throw Problem(status: 400, title: "No host", detail: "A request names its host once, in the field Host.")
    }
    guard [.get, .head, .options].contains(request.method) else {
      throw Problem(status: 405, title: "Method not allowed", detail: "Use GET or HEAD.")
    }
    guard Self.probes.contains(request.uri.path) || Self.hostName(host).map(hosts.contains) == true else {
      // Otherwise, a page on another site could read responses by pointing its own name at this machine.
      throw Problem(status: 421, title: "Wrong host", detail: "This server does not answer for this name; --allow-host adds one.")
    }
    guard context.target != nil else { throw Problem.wrongAddress }
    return try await next(request, context)
  }

  private static func hasContent(_ headers: HTTPFields) -> Bool {
    headers.contains(.transferEncoding) || headers[values: .contentLength].contains { $0.trimmed != "0" }
  }

  // A literal in a function would be compiled for each request. Matching does not change it.
  nonisolated(unsafe) private static let host = /(?:\[([^\[\]]+)\]|([^\[\]:]+?)\.?)(?::[0-9]{0,5})?/

  /// Returns the name of a host without its port and without the dot of the root, in lower case; nil for text that is not a host.
  static func hostName(_ text: String) -> String? {
    guard let match = text.lowercased().wholeMatch(of: host) else { return nil }
    return (match.output.1 ?? match.output.2).map(String.init)
  }
}
