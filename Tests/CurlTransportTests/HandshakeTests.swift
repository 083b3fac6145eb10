import CampusCatalog
import Testing

@testable import Fetching

/// The reasons for failed TLS handshakes, from messages of libcurl 7.88 and 8. Which of them libcurl has for a broken connection depends on
/// when it breaks.
@Suite struct HandshakeTests {
  @Test(
    arguments: [
      ("Recv failure: Connection reset by peer", .connectReset), ("Send failure: Connection reset by peer", .connectReset),
      ("Send failure: Broken pipe", .connectReset),
      ("getpeername() failed with errno 107: Transport endpoint is not connected", .connectReset),
      ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to example.edu:443", .connectReset),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to example.edu:443", .connectReset),
      ("error:0A000126:SSL routines::unexpected eof while reading", .connectReset),
      ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", .connectReset), ("", .connectReset),
      ("error:0A00042E:SSL routines::tlsv1 alert protocol version", .tlsVersion),
      ("error:0A000102:SSL routines::unsupported protocol", .tlsVersion),
      ("error:0A00010B:SSL routines::wrong version number", .tlsFailed),
      ("error:0A000410:SSL routines::sslv3 alert handshake failure", .tlsFailed),
      ("TLS connect error: error:00000000:lib(0)::reason(0)", .tlsFailed),
    ] as [(String, ReasonCode)])
  func messagesHaveReasons(_ message: String, _ reason: ReasonCode) {
    #expect(Exchange.failedHandshake(message).reason == reason)
  }
}
