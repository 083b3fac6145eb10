import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import Testing

@Suite struct AddressTests {
  /// Notations of 127.0.0.1; "PORT" stands for a port with a server.
  static let loopback = [
    "127.0.0.1:PORT", "127.1:PORT", "2130706433:PORT", "0x7f000001:PORT", "0177.0.0.1:PORT", "127.0.0.1.:PORT", "0:PORT", "0.0.0.0:PORT",
    "[::ffff:127.0.0.1]:PORT", "[::ffff:7f00:1]:PORT", "localhost:PORT", "LOCALHOST.:PORT", "①②⑦.0.0.1:PORT", "%31%32%37.0.0.1:PORT",
    "[::]:PORT", "[::1]:PORT", "[::127.0.0.1]:PORT", "127.0.0.1%00.example.com:PORT", "127.0.0.1\0.example.com:PORT",
  ]

  static let others = [
    "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1",
    "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "[64:ff9b::7f00:1]",
    "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001::1]", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[fe80::1%25lo]", "[fec0::1]",
    "[ff02::1]",
    "[100::1]", "[2001:db8::1]", "93.184.216.34:0", "93.184.216.34:22", "93.184.216.34:25", "93.184.216.34:6379",
  ]

  /// Forms with letters in upper case: they are addresses, not names to be looked up.
  static let uppercase = [
    "[::FFFF:127.0.0.1]", "[::FFFF:7F00:1]", "[FE80::1]", "[FE80::1%25lo]", "[FC00::AB]", "[FD12:3456::1]", "[FEC0::1]", "[FF02::FB]",
    "[2001:DB8::A]", "[64:FF9B::7F00:1]", "[64:FF9B::127.0.0.1]", "[2002:7F00:1::]", "[::FFFF:10.0.0.1]", "0X7F000001", "0X7F.1",
  ]

  @Test(arguments: uppercase) func upperCaseSpecialAddressesAreRefused(_ host: String) async throws {
    #expect(await reason("http://\(host)/", from: nil) == "policy.address")
    let base = try sharedClient.target("http://example.org/", relativeTo: nil)
    #expect(await reason("http://\(host)/", from: base) == "policy.address")
  }

  @Test(arguments: ["[::FFFF:127.0.0.1]", "[::ffff:127.0.0.1]", "[::FFFF:7F00:1]"])
  func upperCaseAddressIsAccepted(_ host: String) async throws {
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    let response = try await sharedClient.perform(request("http://\(host):\(server.port)/"))
    #expect(response.status == 200)
    #expect(server.record.connections == 1)
  }

  static let reasons: Set = ["policy.address", "http.redirect_invalid", "dns.failed"]

  private func reason(_ url: String, from base: HTTPTarget?) async -> String? {
    do throws(TransportFailure) {
      let target = try sharedClient.target(url, relativeTo: base)
      _ = try await sharedClient.perform(HTTPRequest(to: target))
      return nil
    } catch {
      return error.reason.description
    }
  }

  @Test(arguments: loopback) func ownMachineIsRefused(_ host: String) async throws {
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    let url = "http://" + host.replacing("PORT", with: "\(server.port)") + "/"
    let base = try sharedClient.target("http://example.org/", relativeTo: nil)
    let first = await reason(url, from: nil)
    let second = await reason(url, from: base)
    #expect(first.map { Self.reasons.contains($0) } == true, "\(String(describing: first))")
    #expect(second == first)
    #expect(server.record.connections == 0)
  }

  @Test(arguments: others) func specialAddressesAreRefused(_ host: String) async throws {
    let reason = await reason("http://\(host)/", from: nil)
    #expect(reason == "policy.address" || (host.hasSuffix(":0") && reason == "http.redirect_invalid"), "\(String(describing: reason))")
  }

  @Test func connectionOfOtherRequestIsNotReused() async throws {
    let client = CurlClient()
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    _ = try await client.perform(request(server.url()))
    let failure = await #expect(throws: TransportFailure.self) { try await client.perform(request(server.url(), allowsPrivate: false)) }
    #expect(failure?.reason == .policyAddress)
    #expect(server.record.heads.count == 1)
    await client.shutdown()
  }

  /// The log names the address.
  @Test(arguments: [("http://2130706433/", "127.0.0.1"), ("http://[::ffff:7f00:1]/", "::ffff:127.0.0.1"), ("http://10.1.2.3/", "10.1.2.3")])
  func failureNamesAddress(_ row: (url: String, address: String)) async throws {
    let failure = await #expect(throws: TransportFailure.self) { try await sharedClient.perform(request(row.url, allowsPrivate: false)) }
    #expect(failure?.fields == [LogField("addr", row.address)], "\(String(describing: failure))")
    let port = await #expect(throws: TransportFailure.self) {
      try await sharedClient.perform(request("http://93.184.216.34:25/", allowsPrivate: false))
    }
    #expect(port?.fields == [LogField("addr", "93.184.216.34"), LogField("port", 25)])
  }

  @Test func forbiddenAddresses() {
    for bytes: [UInt8] in [
      [93, 184, 216, 34], [8, 8, 8, 8], [172, 15, 0, 1], [172, 32, 0, 1], [100, 63, 0, 1], [100, 128, 0, 1], [223, 255, 255, 255],
    ] {
      #expect(ForbiddenAddress.reason(bytes) == nil, "\(bytes)")
    }
    let tail = [UInt8](repeating: 0, count: 11) + [1]
    #expect(ForbiddenAddress.reason([0x26, 0x06, 0x28, 0x00] + tail) == nil)
    #expect(ForbiddenAddress.reason([0x2a, 0x00, 0x14, 0x50] + tail) == nil)
    for head: [UInt8] in [
      [0x20, 0x01, 0x0d, 0xb8], [0x20, 0x02, 8, 8], [0x20, 0x01, 0, 0], [0xfc, 0, 0, 0], [0x3f, 0xff, 0, 0], [0x40, 0, 0, 0],
    ] {
      #expect(ForbiddenAddress.reason(head + tail) != nil, "\(head)")
    }
    #expect(ForbiddenAddress.reason([]) != nil)
    #expect(ForbiddenAddress.reason([1, 2, 3]) != nil)
    for port in [0, 1, 22, 25, 79, 587, 6379, 10080, 65536, -1] { #expect(ForbiddenAddress.isForbidden(port: port), "\(port)") }
    for port in [80, 443, 8080, 8443, 3000] { #expect(!ForbiddenAddress.isForbidden(port: port), "\(port)") }
  }
}
