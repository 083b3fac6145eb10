/// What every request must fulfil before it is looked at.
enum RequestPolicy {
  /// - Throws: `Problem` for another host, another method, or a body.
  static func check(_ request: ServerRequest, _ settings: SiteSettings) throws(Problem) {
    guard let host = request.field("Host"), let name = hostName(host), settings.hosts.contains(name) else {
      // Otherwise, a page on another site could read answers by pointing its own name at this machine.
      throw Problem(status: 421, title: "Wrong host", detail: "This server does not answer for this name; --allow-host adds one.")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      throw Problem(status: 405, title: "Method not allowed", detail: "Use GET or HEAD.")
    }
    if request.field("Transfer-Encoding") != nil || request.field("Content-Length").map({ $0.trimmed != "0" }) == true {
      throw Problem(status: 413, title: "Content too large", detail: "Requests have no content.")
    }
  }

  /// Returns the name of a host without its port, in lower case; nil for text that is not a host.
  static func hostName(_ text: String) -> String? {
    let text = text.trimmed.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      return String(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return nil }
    return String(name)
  }
}
