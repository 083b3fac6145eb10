import Foundation

extension TransportResponse {
  /// How long the server declares the response to be current, in seconds: `max-age` of `Cache-Control`, less the time that it spent in other
  /// caches (`Age`).
  var lifetime: Int {
    let directives = (headers["cache-control"] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    guard !directives.contains("no-store"), !directives.contains("no-cache"),
      let age = directives.first(where: { $0.hasPrefix("max-age=") }), let seconds = Int(age.dropFirst("max-age=".count))
    else { return 0 }
    // A day, because no answer about hours is good for longer.
    let spent = min(max(headers["age"].flatMap { Int($0) } ?? 0, 0), 86_400)
    return max(min(seconds, 86_400) - spent, 0)
  }

  /// Whether the media type of the content begins with this text, such as "text/calendar".
  func hasType(_ type: String) -> Bool { (headers["content-type"] ?? "").lowercased().hasPrefix(type) }

  /// The error of a response with another status than 200 and 304.
  var error: ClientError {
    let described = try? JSONDecoder().decode(Problem.self, from: body)
    let problem = described ?? Problem(title: "Status \(status)", status: status, detail: "The server answered with the status \(status).")
    switch status {
    case 408, 429, 500...599: return .unavailable(problem, retryAfter: headers["retry-after"].flatMap { Int($0) })
    case 410 where described != nil: return .outdatedCursor
    case 400..<500 where described != nil: return .refused(problem)
    // Not from this API: a page of a proxy or of a network, for example.
    default: return .unreadable(detail: "the status \(status), without a description. Is this the address of a server with this API?")
    }
  }
}
