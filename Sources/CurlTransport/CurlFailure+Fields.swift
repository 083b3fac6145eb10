import CCurl
import CampusCatalog
import FeedKit
import Fetching

extension CurlFailure {
  /// Returns the fields of the log event for a failure.
  static func fields(of reason: ReasonCode, _ result: CURLcode, _ exchange: Exchange) -> [LogField] {
    switch reason {
    case .bodyTruncated: exchange.head.isComplete ? exchange.body.progress : []
    case .httpFraming: [LogField("which", which(result, exchange))]
    case .policyAddress: exchange.refusedAddress.map { [LogField("addr", $0)] } ?? []
    case _ where reason.group == .tls: [LogField("why", why(reason, exchange))]
    default: []
    }
  }

  /// Returns the part of the response that is malformed.
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
