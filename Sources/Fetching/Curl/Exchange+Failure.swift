import CCurl
import CampusCatalog
import Glibc

/// Maps results of libcurl to failures.
///
/// A result of libcurl alone is ambiguous: `CURLE_RECV_ERROR` may be a reset before, within or after the headers. The phase of the
/// exchange, the result of certificate verification, the system error and the error message distinguish such cases.
extension Exchange {
  /// Returns the failure for a result other than `CURLE_OK`. Call it before the handle is used again, because it reads details from it.
  func failure(of result: CURLcode) -> TransportFailure { cause(of: result).with(wireBytes: body.wireBytes) }

  /// Returns the failure without the number of bytes. (`CURLcode(100)` is `CURLE_TOO_LARGE` of later versions of libcurl.)
  private func cause(of result: CURLcode) -> TransportFailure {
    switch result {
    case CURLE_UNSUPPORTED_PROTOCOL:
      if phase == .connecting { return TransportFailure(.policyScheme, "neither http nor https") }
      return ResponseHead.framing("the reply is not HTTP/1.0 or later", "status_line")
    case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
      return TransportFailure(.httpRedirectInvalid, "the redirect has an invalid address")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      // The system's resolver gives up after some seconds, without distinguishing timeouts.
      if ContinuousClock.now - startedAt > .milliseconds(4900) {
        return TransportFailure(.dnsTimeout, "the host name was not resolved in time")
      }
      return TransportFailure(.dnsFailed, "the host name cannot be resolved")
    case CURLE_COULDNT_CONNECT: return noConnection
    case CURLE_ABORTED_BY_CALLBACK: return refusal
    case CURLE_OPERATION_TIMEDOUT:
      if phase == .connecting { return TransportFailure(.timeoutConnect, "no connection in time") }
      return TransportFailure(.timeoutTotal, "not complete in time")
    case CURLE_GOT_NOTHING: return TransportFailure(.httpEmpty, "the connection was closed before the reply")
    case CURLE_WEIRD_SERVER_REPLY: return malformed("a malformed header")
    case CURLE_OUT_OF_MEMORY, CURLcode(100):
      if phase != .connecting, !head.isComplete { return TransportFailure(.httpHeaderLimit, "a header line is too long") }
      return TransportFailure(.connectFailed, "out of memory")
    case CURLE_PARTIAL_FILE: return truncated("the connection was closed in the middle of the body")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return brokenConnection
    case CURLE_HTTP2, CURLE_HTTP2_STREAM:
      if head.isComplete { return truncated("the HTTP/2 stream ended in the middle of the body") }
      return ResponseHead.framing("the HTTP/2 stream ended with an error", "http2")
    case CURLE_BAD_CONTENT_ENCODING: return ResponseHead.framing("a damaged transfer coding", "transfer_encoding")
    case CURLE_PEER_FAILED_VERIFICATION: return badCertificate
    case CURLE_SSL_CONNECT_ERROR: return Self.failedHandshake(handle.message)
    case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return Self.tls(.tlsFailed, "the TLS library failed", why: "handshake")
    // The response could not be parsed. (CURLE_BAD_FUNCTION_ARGUMENT: the first header is a continuation line.)
    case _ where phase != .connecting: return malformed("libcurl error \(result.rawValue)")
    default: return TransportFailure(.connectFailed, "libcurl error \(result.rawValue)")
    }
  }

  /// The failure if there is no connection: a refused address if no other address was tried, otherwise the system's error.
  private var noConnection: TransportFailure {
    if opened == 0, refused != nil { return refusal }
    switch Int32(truncatingIfNeeded: ccurl_get_number(handle.raw, CURLINFO_OS_ERRNO)) {
    case ECONNREFUSED: return TransportFailure(.connectRefused, "the connection was refused")
    case ECONNRESET: return TransportFailure(.connectReset, "the connection was reset")
    case ETIMEDOUT: return TransportFailure(.timeoutConnect, "no connection in time")
    case let error: return TransportFailure(.connectFailed, "no connection (system error \(error))")
    }
  }

  private var refusal: TransportFailure {
    TransportFailure(
      .policyAddress, "the address is \(refused?.reason ?? "forbidden")", fields: refused?.address.map { [LogField("addr", $0)] } ?? [])
  }

  /// The failure after an error while sending or receiving.
  private var brokenConnection: TransportFailure {
    if head.isComplete {
      if head.isChunked, handle.message.contains("chunk") { return ResponseHead.framing("a malformed chunk", "chunk") }
      return truncated("the connection was broken in the middle of the body")
    }
    if phase == .receiving { return truncated("the connection was broken in the middle of the headers") }
    return TransportFailure(.connectReset, "the connection was broken")
  }

  private func truncated(_ detail: String) -> TransportFailure {
    TransportFailure(.bodyTruncated, detail, fields: head.isComplete ? body.progress : [])
  }

  /// Returns the failure for a malformed response. libcurl has no specific result codes for these, so its error message decides.
  private func malformed(_ detail: String) -> TransportFailure {
    if head.isComplete { return ResponseHead.framing(detail, "body") }
    if handle.message.contains("Content-Length") { return ResponseHead.framing(detail, "content_length") }
    return ResponseHead.framing(detail, handle.message.contains("Nul byte") ? "control" : "header")
  }

  // MARK: TLS

  /// - Parameter why: the cause as a stable word, for logs.
  private static func tls(_ reason: ReasonCode, _ detail: String, why: String) -> TransportFailure {
    TransportFailure(reason, detail, fields: [LogField("why", why)])
  }

  /// The failure of certificate verification. The results are defined in openssl/x509_vfy.h.
  private var badCertificate: TransportFailure {
    let untrusted = "the certificate is not signed by a trusted authority"
    switch ccurl_get_number(handle.raw, CURLINFO_SSL_VERIFYRESULT) {
    // X509_V_ERR_CERT_HAS_EXPIRED
    case 10: return Self.tls(.tlsExpired, "the certificate has expired", why: "expired")
    // X509_V_ERR_CERT_NOT_YET_VALID
    case 9: return Self.tls(.tlsExpired, "the certificate is not yet valid", why: "not_yet_valid")
    // X509_V_OK, X509_V_ERR_UNSPECIFIED (the chain is valid, but libcurl's own check of the name fails), X509_V_ERR_HOSTNAME_MISMATCH
    case 0, 1, 62: return Self.tls(.tlsName, "the certificate is for another name", why: "other_name")
    // X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN
    case 18, 19: return Self.tls(.tlsUntrusted, untrusted, why: "self_signed")
    default: return Self.tls(.tlsUntrusted, untrusted, why: "unknown_authority")
    }
  }

  /// Returns the failure of a TLS handshake. libcurl has one result for all of them, so its error message decides: only the TLS library's have
  /// "error:" and a number.
  ///
  /// - Parameter message: the first error message of the exchange, which may be about the connection rather than about the handshake.
  static func failedHandshake(_ message: String) -> TransportFailure {
    if message.contains("protocol version") || message.contains("unsupported protocol") {
      return tls(.tlsVersion, "the server does not support a safe version of TLS", why: "version")
    }
    if !message.contains("error:") || message.contains("unexpected eof") {
      return TransportFailure(.connectReset, "the connection was broken during the TLS handshake")
    }
    return tls(.tlsFailed, "the TLS handshake failed", why: "handshake")
  }
}
