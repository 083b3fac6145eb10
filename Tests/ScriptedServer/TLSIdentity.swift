import COpenSSL

/// A certificate and its key, with which a scripted server accepts TLS connections.
public final class TLSIdentity: Sendable {
  public struct Unusable: Error {}

  /// An `SSL_CTX`, which threads may share.
  nonisolated(unsafe) let context: OpaquePointer

  /// Reads a certificate and its key from files in PEM.
  public init(certificate: String, key: String) throws(Unusable) {
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw Unusable() }
    self.context = context
    guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1,
      SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
    else { throw Unusable() }
  }

  deinit { SSL_CTX_free(context) }
}
