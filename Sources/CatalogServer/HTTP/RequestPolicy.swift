/// What every request must fulfil before it is looked at.
enum RequestPolicy {
  /// - Throws: `Problem` for no host or another one, another method, or a body.
  static func check(_ request: ServerRequest, _ settings: SiteSettings) throws(Problem) {
    if request.hasContent {
      throw Problem(status: 413, title: "Content too large", detail: "Requests have no content.")
    }
    guard let host = request.authority else {
      throw Problem(status: 400, title: "No host", detail: "A request names its host once, in the field Host.")
    }
    guard let name = hostName(host), settings.hosts.contains(name) else {
      // Otherwise, a page on another site could read answers by pointing its own name at this machine.
      throw Problem(status: 421, title: "Wrong host", detail: "This server does not answer for this name; --allow-host adds one.")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      throw Problem(status: 405, title: "Method not allowed", detail: "Use GET or HEAD.")
    }
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
