import CCurl
import CampusCatalog
import FeedKit
import Fetching
import Glibc

/// Maps results of libcurl to failures.
///
/// A result of libcurl alone is ambiguous: `CURLE_RECV_ERROR` may be a reset before, within or after the headers. The phase of the
/// exchange, the result of certificate verification, the system error and the error message tell such cases apart.
enum CurlFailure {
  /// Results of certificate verification (openssl/x509_vfy.h).
  enum Verification {
    /// `X509_V_ERR_UNSPECIFIED`: the result if the chain is valid but libcurl's own check of the name fails.
    static let unspecified = 1
    /// `X509_V_ERR_CERT_NOT_YET_VALID`
    static let notYetValid = 9
    /// `X509_V_ERR_CERT_HAS_EXPIRED`
    static let expired = 10
    /// `X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT`
    static let selfSigned = 18
    /// `X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN`
    static let selfSignedInChain = 19
    /// `X509_V_ERR_HOSTNAME_MISMATCH`
    static let hostMismatch = 62
  }

  /// Returns the failure for a result other than `CURLE_OK`. Call it before the handle is used again, because it reads details from it.
  static func failure(_ result: CURLcode, of exchange: Exchange) -> TransportFailure {
    let (reason, detail) = reason(result, of: exchange)
    return TransportFailure(reason, detail, wireBytes: exchange.body.wireBytes, fields: fields(of: reason, result, exchange))
  }

  /// Returns the reason code and a description without a full stop. (`CURLcode(100)` is `CURLE_TOO_LARGE` of later versions of libcurl.)
  private static func reason(_ result: CURLcode, of exchange: Exchange) -> (ReasonCode, String) {
    switch result {
    case CURLE_UNSUPPORTED_PROTOCOL:
      if exchange.phase == .connecting { return (.policyScheme, "neither http nor https") }
      return (.httpFraming, "no answer of HTTP/1.0 or later")
    case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
      return (.httpRedirectInvalid, "not an address of a server")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      // The system's resolver gives up after some seconds, without distinguishing timeouts.
      if ContinuousClock.now - exchange.startedAt > .milliseconds(4900) {
        return (.dnsTimeout, "no answer to the host's name")
      }
      return (.dnsFailed, "the host's name is unknown")
    case CURLE_COULDNT_CONNECT: return connect(exchange)
    case CURLE_ABORTED_BY_CALLBACK:
      return (.policyAddress, "the address is \(exchange.refused ?? "forbidden")")
    case CURLE_OPERATION_TIMEDOUT:
      if exchange.phase == .connecting { return (.timeoutConnect, "no connection in time") }
      return (.timeoutTotal, "not complete in time")
    case CURLE_GOT_NOTHING: return (.httpEmpty, "closed before a status line")
    case CURLE_WEIRD_SERVER_REPLY: return (.httpFraming, "a malformed header")
    case CURLE_OUT_OF_MEMORY, CURLcode(100):
      if exchange.phase != .connecting, !exchange.head.isComplete {
        return (.httpHeaderLimit, "a header line that is too long")
      }
      return (.connectFailed, "out of memory")
    case CURLE_PARTIAL_FILE: return (.bodyTruncated, "the connection was closed within the body")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return broken(exchange)
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      if exchange.head.isComplete { return (.bodyTruncated, "the HTTP/2 stream was ended within the body") }
      return (.httpFraming, "the HTTP/2 stream was ended by an error")
    case CURLE_BAD_CONTENT_ENCODING: return (.httpFraming, "a damaged transfer coding")
    case CURLE_PEER_FAILED_VERIFICATION: return verification(exchange)
    case CURLE_SSL_CONNECT_ERROR: return handshake(exchange)
    case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return (.tlsFailed, "the TLS library failed")
    // The response could not be parsed. (CURLE_BAD_FUNCTION_ARGUMENT: the first header is a continuation line.)
    case _ where exchange.phase != .connecting: return (.httpFraming, "libcurl's error \(result.rawValue)")
    default: return (.connectFailed, "libcurl's error \(result.rawValue)")
    }
  }

  /// Returns the reason why there is no connection: a refused address if no other one was tried, otherwise the system's error.
  private static func connect(_ exchange: Exchange) -> (ReasonCode, String) {
    if exchange.opened == 0, let refused = exchange.refused { return (.policyAddress, "the address is \(refused)") }
    switch systemError(exchange) {
    case ECONNREFUSED: return (.connectRefused, "the connection was refused")
    case ECONNRESET: return (.connectReset, "the connection was reset")
    case ETIMEDOUT: return (.timeoutConnect, "no connection in time")
    case let error: return (.connectFailed, "no connection (system error \(error))")
    }
  }

  /// Returns the reason for an error while sending or receiving.
  private static func broken(_ exchange: Exchange) -> (ReasonCode, String) {
    if exchange.head.isComplete {
      if exchange.head.isChunked, exchange.handle.message.contains("chunk") { return (.httpFraming, "a malformed chunk") }
      return (.bodyTruncated, "the connection was broken within the body")
    }
    if exchange.phase == .receiving { return (.bodyTruncated, "the connection was broken within the headers") }
    return (.connectReset, "the connection was broken")
  }

  private static func verification(_ exchange: Exchange) -> (ReasonCode, String) {
    switch ccurl_get_number(exchange.handle.raw, CURLINFO_SSL_VERIFYRESULT) {
    case Verification.expired: (.tlsExpired, "the certificate has expired")
    case Verification.notYetValid: (.tlsExpired, "the certificate is not yet valid")
    case 0, Verification.unspecified, Verification.hostMismatch: (.tlsName, "the certificate is for another name")
    default: (.tlsUntrusted, "the certificate is not signed by an authority that is trusted")
    }
  }

  /// Returns the reason why a TLS handshake failed. libcurl has one result for all of them, so its error message decides.
  private static func handshake(_ exchange: Exchange) -> (ReasonCode, String) {
    let message = exchange.handle.message
    if message.contains("protocol version") || message.contains("unsupported protocol") {
      return (.tlsVersion, "the server has no version of TLS that is safe")
    }
    if message.contains("reset by peer") || message.contains("SYSCALL") || message.contains("unexpected eof") {
      return (.connectReset, "the connection was broken in the TLS handshake")
    }
    return (.tlsFailed, "the TLS handshake failed")
  }

  /// Returns the `errno` of the last failed connection (`CURLINFO_OS_ERRNO`).
  private static func systemError(_ exchange: Exchange) -> Int32 {
    Int32(truncatingIfNeeded: ccurl_get_number(exchange.handle.raw, CURLINFO_OS_ERRNO))
  }
}
