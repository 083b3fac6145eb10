import CampusCatalog

/// Interprets HTTP statuses, live or recorded.
enum StatusMeaning {
  /// Returns why the body of a response is not used; nil for a success. Callers handle 304, 429 and 503 with `Retry-After`.
  static func failure(_ status: Int) -> (reason: ReasonCode, detail: String)? {
    switch status {
    case 204, 205, 206: (.http(status), "the server answered \(status), which carries no whole body")
    case 200..<300: nil
    case 401, 403: (.auth, "the server answered \(status): it wants other credentials, or none from here")
    case 410: (.gone, "the server answered 410: the feed is gone for good")
    default: (.http(status), "the server answered \(status)")
    }
  }
}
