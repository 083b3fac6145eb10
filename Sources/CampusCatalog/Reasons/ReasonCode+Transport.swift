/// Failures of connections.
extension ReasonCode {
  /// The host name cannot be resolved.
  public static let dnsFailed = ReasonCode("dns.failed")
  public static let dnsTimeout = ReasonCode("dns.timeout")
  public static let connectRefused = ReasonCode("connect.refused")
  /// The connection was closed before a response.
  public static let connectReset = ReasonCode("connect.reset")
  /// There was no connection for another reason.
  public static let connectFailed = ReasonCode("connect.failed")
  public static let timeoutConnect = ReasonCode("timeout.connect")
  /// The response did not start in time.
  public static let timeoutFirstByte = ReasonCode("timeout.first_byte")
  /// The body arrived too slowly.
  public static let timeoutIdle = ReasonCode("timeout.idle")
  /// The request, or the whole run, took too long.
  public static let timeoutTotal = ReasonCode("timeout.total")
  /// The certificate is not valid at this time.
  public static let tlsExpired = ReasonCode("tls.expired")
  public static let tlsName = ReasonCode("tls.name")
  /// The certificate is not signed by a trusted authority.
  public static let tlsUntrusted = ReasonCode("tls.untrusted")
  /// The server offers no secure version of TLS.
  public static let tlsVersion = ReasonCode("tls.version")
  /// The TLS handshake failed for another reason.
  public static let tlsFailed = ReasonCode("tls.failed")
}

/// Unusable responses.
extension ReasonCode {
  /// An HTTP status without a usable response, such as `http.404`.
  public static func http(_ status: Int) -> ReasonCode { ReasonCode("http.\(status)") }
  /// The server sent 304 for a request without conditions.
  public static let httpUnexpected304 = ReasonCode("http.304_unexpected")
  /// The connection was closed before a status line.
  public static let httpEmpty = ReasonCode("http.empty")
  public static let httpFraming = ReasonCode("http.framing")
  /// There are too many headers, or they are too long.
  public static let httpHeaderLimit = ReasonCode("http.header_limit")
  /// A redirect does not have exactly one valid address.
  public static let httpRedirectInvalid = ReasonCode("http.redirect_invalid")
  public static let bodyTruncated = ReasonCode("body.truncated")
  /// The content coding is unknown, wrong or damaged.
  public static let bodyEncoding = ReasonCode("body.encoding")
  /// The body is too large, before or after decoding.
  public static let bodyTooLarge = ReasonCode("body.too_large")
  /// The response is a web page instead of data.
  public static let typeUnexpected = ReasonCode("type.unexpected")
  /// The server requires other credentials.
  public static let auth = ReasonCode("auth")
  public static let gone = ReasonCode("gone")
  /// The server or the feed limits the rate of requests.
  public static let rateLimited = ReasonCode("ratelimited")
  /// The server has failed so often that no requests are sent for a while.
  public static let circuitOpen = ReasonCode("circuit.open")
}

/// Requests and redirects that are not allowed.
extension ReasonCode {
  /// The scheme is neither http nor https.
  public static let policyScheme = ReasonCode("policy.scheme")
  /// The address is private or otherwise special.
  public static let policyAddress = ReasonCode("policy.address")
  public static let policyHeader = ReasonCode("policy.header")
  public static let policyRedirects = ReasonCode("policy.redirects")
  /// A next page is on a host that the feed may not use.
  public static let policyHost = ReasonCode("policy.host")
  /// A redirect leads from https to http.
  public static let policyDowngrade = ReasonCode("policy.downgrade")
  /// A redirect leads to a host with a secret in its name.
  public static let policySecret = ReasonCode("policy.secret")
}

/// Notes about transport.
extension ReasonCode {
  /// The primary address failed, and the reply comes from a mirror.
  public static let mirrorUsed = ReasonCode("mirror.used")
  /// The reply comes from a mirror that never changes.
  public static let mirrorFrozen = ReasonCode("mirror.frozen")
  /// A secret was removed from the response.
  public static let secretEchoed = ReasonCode("secret.echoed")
  /// A response was unusual but usable.
  public static let fetchOddity = ReasonCode("fetch.oddity")
  /// The server redirects permanently to another address.
  public static let redirectPermanent = ReasonCode("redirect.permanent")
  /// The content changed, but its validators did not.
  public static let validatorsLie = ReasonCode("validators.lie")
  /// The server sent 304, but the content had changed.
  public static let validatorsUntrusted = ReasonCode("validators.untrusted")
}
