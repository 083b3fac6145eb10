/// What every request must fulfil before it is looked at.
enum RequestPolicy {
  /// - Throws: `Problem` for another host, another method, or a body.
  static func check(_ request: ServerRequest, _ settings: SiteSettings) throws(Problem) {
    if request.hasContent {
      throw Problem(status: 413, title: "Content too large", detail: "Requests have no content.")
    }
    guard let host = request.authority, let name = hostName(host), settings.hosts.contains(name) else {
      // Otherwise, a page on another site could read answers by pointing its own name at this machine.
      throw Problem(status: 421, title: "Wrong host", detail: "This server does not answer for this name; --allow-host adds one.")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      throw Problem(status: 405, title: "Method not allowed", detail: "Use GET or HEAD.")
    }
  }

  /// Returns the name of a host without its port, in lower case; nil for text that is not a host.
  static func hostName(_ text: String) -> String? {
    let text = text.trimmed.lowercased()
    let isAddress = text.hasPrefix("[")
    guard let end = isAddress ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex else { return nil }
    let name = isAddress ? text[..<end].dropFirst() : text[..<end]
    let port = isAddress ? text[end...].dropFirst() : text[end...]
    let isPort = port.isEmpty || port.first == ":" && (2...6).contains(port.count) && port.dropFirst().allSatisfy(\.isWholeNumber)
    return isPort && !name.isEmpty ? String(name) : nil
  }
}
