import CCurl
import FeedCore
import Glibc

/// What libcurl's results mean.
enum CurlFailure {
  /// The results that X509 checks give (openssl/x509_vfy.h).
  enum Verification {
    /// Left so by libcurl when the chain is good and its own check of the name fails.
    static let unspecified = 1
    static let notYetValid = 9
    static let expired = 10
    static let selfSigned = 18
    static let selfSignedInChain = 19
    static let hostMismatch = 62
  }

  static func failure(_ result: CURLcode, of exchange: Exchange) -> HTTPFailure {
    let (reason, detail) = reason(result, of: exchange)
    return HTTPFailure(reason, detail, wireBytes: exchange.body.wireBytes, fields: fields(of: reason, result, exchange))
  }

  private static func reason(_ result: CURLcode, of exchange: Exchange) -> (String, String) {
    switch result {
    case CURLE_UNSUPPORTED_PROTOCOL:
      if exchange.phase == .connecting { return ("policy.scheme", "neither http nor https") }
      return ("http.framing", "no answer of HTTP/1.0 or later")
    case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
      return ("http.redirect_invalid", "not an address of a server")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      // The system's resolver gives up by itself after some seconds, and does not say why.
      if ContinuousClock.now - exchange.begun > .milliseconds(4900) {
        return ("dns.timeout", "no answer to the host's name")
      }
      return ("dns.failed", "the host's name is unknown")
    case CURLE_COULDNT_CONNECT: return connect(exchange)
    case CURLE_ABORTED_BY_CALLBACK:
      return ("policy.address", "the address is \(exchange.refused ?? "forbidden")")
    case CURLE_OPERATION_TIMEDOUT:
      if exchange.phase == .connecting { return ("timeout.connect", "no connection in time") }
      return ("timeout.total", "not complete in time")
    case CURLE_GOT_NOTHING: return ("http.empty", "closed before a status line")
    case CURLE_WEIRD_SERVER_REPLY: return ("http.framing", "a malformed header")
    case CURLE_OUT_OF_MEMORY, CURLcode(100):
      if exchange.phase != .connecting, !exchange.head.isComplete {
        return ("http.header_limit", "a header line that is too long")
      }
      return ("connect.failed", "out of memory")
    case CURLE_PARTIAL_FILE: return ("body.truncated", "the connection was closed within the body")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return broken(exchange)
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      if exchange.head.isComplete { return ("body.truncated", "the HTTP/2 stream was ended within the body") }
      return ("http.framing", "the HTTP/2 stream was ended by an error")
    case CURLE_BAD_CONTENT_ENCODING: return ("http.framing", "a damaged transfer coding")
    case CURLE_PEER_FAILED_VERIFICATION: return verification(exchange)
    case CURLE_SSL_CONNECT_ERROR: return handshake(exchange)
    case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return ("tls.failed", "the TLS library failed")
    // What stands, and can not be read (CURLE_BAD_FUNCTION_ARGUMENT: a first header that goes on a line before it), is badly framed.
    case _ where exchange.phase != .connecting: return ("http.framing", "libcurl's error \(result.rawValue)")
    default: return ("connect.failed", "libcurl's error \(result.rawValue)")
    }
  }

  private static func connect(_ exchange: Exchange) -> (String, String) {
    if exchange.opened == 0, let refused = exchange.refused { return ("policy.address", "the address is \(refused)") }
    switch systemError(exchange) {
    case ECONNREFUSED: return ("connect.refused", "the connection was refused")
    case ECONNRESET: return ("connect.reset", "the connection was reset")
    case ETIMEDOUT: return ("timeout.connect", "no connection in time")
    case let error: return ("connect.failed", "no connection (system error \(error))")
    }
  }

  /// An error while sending or receiving.
  private static func broken(_ exchange: Exchange) -> (String, String) {
    if exchange.head.isComplete {
      if exchange.head.isChunked, exchange.handle.message.contains("chunk") { return ("http.framing", "a malformed chunk") }
      return ("body.truncated", "the connection was broken within the body")
    }
    if exchange.phase == .receiving { return ("body.truncated", "the connection was broken within the headers") }
    return ("connect.reset", "the connection was broken")
  }

  private static func verification(_ exchange: Exchange) -> (String, String) {
    switch ccurl_get_number(exchange.handle.raw, CURLINFO_SSL_VERIFYRESULT) {
    case Verification.expired: ("tls.expired", "the certificate has expired")
    case Verification.notYetValid: ("tls.expired", "the certificate is not yet valid")
    case 0, Verification.unspecified, Verification.hostMismatch: ("tls.name", "the certificate is for another name")
    default: ("tls.untrusted", "the certificate is not signed by an authority that is trusted")
    }
  }

  private static func handshake(_ exchange: Exchange) -> (String, String) {
    let message = exchange.handle.message
    if message.contains("protocol version") || message.contains("unsupported protocol") {
      return ("tls.version", "the server has no version of TLS that is safe")
    }
    if message.contains("reset by peer") || message.contains("SYSCALL") || message.contains("unexpected eof") {
      return ("connect.reset", "the connection was broken in the TLS handshake")
    }
    return ("tls.failed", "the TLS handshake failed")
  }

  private static func systemError(_ exchange: Exchange) -> Int32 {
    Int32(truncatingIfNeeded: ccurl_get_number(exchange.handle.raw, CURLINFO_OS_ERRNO))
  }
}
