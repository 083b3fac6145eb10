/// A fault that nginx can produce, and how the program reports it.
struct ServerFault: Sendable {
  let name: String
  /// In nginx's syntax.
  let answer: String
  let reason: String
  /// The server gets no requests for a while afterward.
  var holds = false

  static let all: [ServerFault] = [
    ServerFault(name: "missing", answer: "return 404;", reason: "http.404"),
    ServerFault(name: "gone", answer: "return 410;", reason: "gone"),
    ServerFault(name: "unauthorized", answer: "return 401;", reason: "auth"),
    ServerFault(name: "forbidden", answer: "return 403;", reason: "auth"),
    ServerFault(name: "method", answer: "return 405;", reason: "http.405"),
    ServerFault(name: "nocontent", answer: "return 204;", reason: "http.204"),
    ServerFault(name: "error", answer: "return 500;", reason: "http.500"),
    ServerFault(name: "page", answer: "rewrite ^ /page.html break;", reason: "type.unexpected"),
    ServerFault(name: "cut", answer: "rewrite ^ /cut.json break;", reason: "json.syntax"),
    ServerFault(name: "nothing", answer: "rewrite ^ /empty.json break;", reason: "guard.empty"),
    ServerFault(name: "loop", answer: "return 302 /again$uri;", reason: "policy.redirects"),
    ServerFault(name: "file", answer: "return 302 file:///etc/passwd;", reason: "policy.scheme"),
    ServerFault(name: "ftp", answer: "return 301 ftp://127.0.0.1/x;", reason: "policy.scheme"),
    ServerFault(name: "user", answer: "return 302 http://user:word@127.0.0.1/x;", reason: "http.redirect_invalid"),
    ServerFault(name: "patience", answer: "add_header Retry-After 7200 always; return 429;", reason: "ratelimited", holds: true),
    ServerFault(name: "toomany", answer: "return 429;", reason: "ratelimited", holds: true),
    ServerFault(name: "busy", answer: "add_header Retry-After 7200 always; return 503;", reason: "ratelimited", holds: true),
  ]
}
