import FeedKit

/// Detects the type of a body from its first bytes, regardless of its headers.
enum Sniffer {
  /// Returns the media type of a web page sent instead of data, such as a network's log-in page, a challenge or a "not found" page with
  /// a success status; nil if the body may be the data.
  static func page(in response: HTTPResponse, insteadOf format: FeedRequest.Format) -> String? {
    let text = text(of: response.body)
    guard let first = text.first else { return nil }
    switch format {
    case .json:
      if first == UInt8(ascii: "<") { return kind(of: text) }
      let isData = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      return !isData && isPage(response.value("content-type")) ? "text/plain" : nil
    case .csv, .ics: return first == UInt8(ascii: "<") ? kind(of: text) : nil
    // An XML declaration is optional, so only the start of the text can identify a page.
    case .xml: return first == UInt8(ascii: "<") && isPage(text) ? "text/html" : nil
    }
  }

  /// Returns the body without a leading byte order mark and white space.
  private static func text(of body: [UInt8]) -> ArraySlice<UInt8> {
    let marked = body.starts(with: [0xEF, 0xBB, 0xBF])
    return body.dropFirst(marked ? 3 : 0).drop { $0 <= 0x20 }
  }

  /// Returns the media type of text that begins with "<".
  private static func kind(of text: ArraySlice<UInt8>) -> String {
    !isPage(text) && text.starts(with: "<?xml".utf8) ? "text/xml" : "text/html"
  }

  /// Returns whether text begins as a web page does.
  private static func isPage(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: text.prefix(200), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html")
  }

  private static func isPage(_ type: String?) -> Bool {
    let type = (type ?? "").prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    return type == "text/html" || type == "application/xhtml+xml"
  }
}
