import COpenSSL

/// The server's side of TLS on one connection: encrypts and decrypts bytes, without a socket.
///
/// After each call of another method, `takeOutput` returns the bytes to send.
final class TLSSession {
  private let session: OpaquePointer
  /// Received bytes, and bytes to send. The session owns both.
  private let input: OpaquePointer
  private let output: OpaquePointer

  init?(_ identity: TLSIdentity) {
    guard let session = SSL_new(identity.context) else { return nil }
    guard let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem()) else { return nil }
    (self.session, self.input, self.output) = (session, input, output)
    SSL_set_bio(session, input, output)
    SSL_set_accept_state(session)
  }

  deinit { SSL_free(session) }

  var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

  /// Returns the decrypted bytes, or as many as are complete. During the handshake there are none.
  func decrypt(_ bytes: [UInt8]) -> [UInt8] {
    BIO_write(input, bytes, Int32(bytes.count))
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = SSL_read(session, &buffer, Int32(buffer.count))
      guard count > 0 else { return plain }
      plain += buffer[..<Int(count)]
    }
  }

  func encrypt(_ bytes: [UInt8]) { if !bytes.isEmpty { SSL_write(session, bytes, Int32(bytes.count)) } }

  /// Announces that nothing more will be sent.
  func close() { SSL_shutdown(session) }

  func takeOutput() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
    if !bytes.isEmpty { BIO_read(output, &bytes, Int32(bytes.count)) }
    return bytes
  }
}
