/// Connections.
extension ReasonCode {
  /// The host's name is unknown.
  public static let dnsFailed = ReasonCode("dns.failed")
  /// The resolver did not answer.
  public static let dnsTimeout = ReasonCode("dns.timeout")
  /// The server refused the connection.
  public static let connectRefused = ReasonCode("connect.refused")
  /// The connection was closed before a response.
  public static let connectReset = ReasonCode("connect.reset")
  /// There was no connection, for another cause.
  public static let connectFailed = ReasonCode("connect.failed")
  /// There was no connection in time.
  public static let timeoutConnect = ReasonCode("timeout.connect")
  /// The response did not start in time.
  public static let timeoutFirstByte = ReasonCode("timeout.first_byte")
  /// The body came too slowly.
  public static let timeoutIdle = ReasonCode("timeout.idle")
  /// The request, or the whole run, took too long.
  public static let timeoutTotal = ReasonCode("timeout.total")
  /// The certificate is not valid at this time.
  public static let tlsExpired = ReasonCode("tls.expired")
  /// The certificate is for another name.
  public static let tlsName = ReasonCode("tls.name")
  /// The certificate is not signed by a trusted authority.
  public static let tlsUntrusted = ReasonCode("tls.untrusted")
  /// The server offers no safe version of TLS.
  public static let tlsVersion = ReasonCode("tls.version")
  /// The TLS handshake failed, for another cause.
  public static let tlsFailed = ReasonCode("tls.failed")
}

/// Responses.
extension ReasonCode {
  /// A status that gives no usable response: `http.404`.
  public static func http(_ status: Int) -> ReasonCode { ReasonCode("http.\(status)") }
  /// 304 as the response to a request without a condition.
  public static let httpUnexpected304 = ReasonCode("http.304_unexpected")
  /// The connection was closed before a status line.
  public static let httpEmpty = ReasonCode("http.empty")
  /// The response is malformed.
  public static let httpFraming = ReasonCode("http.framing")
  /// The headers are too long or too many.
  public static let httpHeaderLimit = ReasonCode("http.header_limit")
  /// A redirect without one valid address.
  public static let httpRedirectInvalid = ReasonCode("http.redirect_invalid")
  /// The response ended early.
  public static let bodyTruncated = ReasonCode("body.truncated")
  /// The content coding is unknown, wrong or damaged.
  public static let bodyEncoding = ReasonCode("body.encoding")
  /// The body, or what it decodes to, is too large.
  public static let bodyTooLarge = ReasonCode("body.too_large")
  /// A page for people instead of data.
  public static let typeUnexpected = ReasonCode("type.unexpected")
  /// The server wants other credentials.
  public static let auth = ReasonCode("auth")
  /// The feed is gone for good.
  public static let gone = ReasonCode("gone")
  /// The server, or the feed by its own rules, asks for a pause.
  public static let rateLimited = ReasonCode("ratelimited")
  /// The server failed so often that no request is sent for a while.
  public static let circuitOpen = ReasonCode("circuit.open")
}

/// Requests and redirects that are refused.
extension ReasonCode {
  /// Neither http nor https.
  public static let policyScheme = ReasonCode("policy.scheme")
  /// A private or other special address.
  public static let policyAddress = ReasonCode("policy.address")
  /// A request header that cannot be sent.
  public static let policyHeader = ReasonCode("policy.header")
  /// Too many redirects.
  public static let policyRedirects = ReasonCode("policy.redirects")
  /// A redirect from https to http.
  public static let policyDowngrade = ReasonCode("policy.downgrade")
  /// A redirect to a host with a secret in its name.
  public static let policySecret = ReasonCode("policy.secret")
}

/// What a feed's report notes about its transport.
extension ReasonCode {
  /// The primary address failed and a mirror answered.
  public static let mirrorUsed = ReasonCode("mirror.used")
  /// The result is that of a mirror that never changes.
  public static let mirrorFrozen = ReasonCode("mirror.frozen")
  /// A secret was removed from the response.
  public static let secretEchoed = ReasonCode("secret.echoed")
  /// A response was odd, and could be used all the same.
  public static let fetchOddity = ReasonCode("fetch.oddity")
  /// The server keeps redirecting permanently to another address.
  public static let redirectPermanent = ReasonCode("redirect.permanent")
  /// The content changed although the validators did not.
  public static let validatorsLie = ReasonCode("validators.lie")
  /// The server said "not modified" although the content had changed.
  public static let validatorsUntrusted = ReasonCode("validators.untrusted")
}
