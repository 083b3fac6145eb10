import CCurl
import CampusCatalog
import FeedKit
import Fetching

extension CurlFailure {
  /// Returns the fields of the log event for a failure.
  ///
  /// Only some reasons have fields: the progress of a truncated body, the malformed part, the refused address, or the cause of a TLS
  /// failure.
  static func fields(of reason: ReasonCode, _ result: CURLcode, _ exchange: Exchange) -> [LogField] {
    switch reason {
    case .bodyTruncated: exchange.head.isComplete ? exchange.body.progress : []
    case .httpFraming: [LogField("which", which(result, exchange))]
    case .policyAddress: exchange.refusedAddress.map { [LogField("addr", $0)] } ?? []
    case _ where reason.group == .tls: [LogField("why", why(reason, exchange))]
    default: []
    }
  }

  /// Returns the part of the response that is malformed. Where libcurl has no result of its own for it, its error message decides.
  private static func which(_ result: CURLcode, _ exchange: Exchange) -> String {
    switch result {
    case CURLE_UNSUPPORTED_PROTOCOL: "status_line"
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: "http2"
    case CURLE_BAD_CONTENT_ENCODING: "transfer_encoding"
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: "chunk"
    case _ where exchange.head.isComplete: "body"
    case _ where exchange.handle.message.contains("Content-Length"): "content_length"
    case _ where exchange.handle.message.contains("Nul byte"): "control"
    default: "header"
    }
  }

  /// Returns the cause of a TLS failure as a stable word, such as "expired" or "self_signed".
  private static func why(_ reason: ReasonCode, _ exchange: Exchange) -> String {
    switch (reason, ccurl_get_number(exchange.handle.raw, CURLINFO_SSL_VERIFYRESULT)) {
    case (.tlsExpired, Verification.notYetValid): "not_yet_valid"
    case (.tlsExpired, _): "expired"
    case (.tlsName, _): "other_name"
    case (.tlsUntrusted, Verification.selfSigned), (.tlsUntrusted, Verification.selfSignedInChain): "self_signed"
    case (.tlsUntrusted, _): "unknown_authority"
    case (.tlsVersion, _): "version"
    default: "handshake"
    }
  }
}
