import Foundation
import ScriptedServer
import TestKit
import TestTraits
import Testing

/// Row D7: for a forbidden address there is not even a `connect` call.
@Suite(.waitsForPrograms, .enabled(if: FaultScript.canTrace, FaultScript.noTrace)) struct ConnectCallTests {
  /// The addresses in the program's `connect` calls according to strace, without local sockets.
  private func calls(of program: LiveProgram, _ arguments: String...) throws -> (result: LiveResult, calls: [Substring]) {
    let strace = ["/usr/bin/strace", "-f", "-q", "-e", "trace=connect", "-o", program.path("trace")]
    let result = try program.run(arguments + ["--no-store", "--log-format", "json"], through: strace)
    return (result, try program.folder.read("trace").split(separator: "\n").filter { $0.contains("AF_INET") })
  }

  @Test func forbiddenAddressIsNotConnectedTo() throws {
    // A name is looked up, which is a separate call.
    let forms = (AddressFormTests.loopback + AddressFormTests.others).filter { $0 != "localhost" }
    let program = try LiveProgram(forms.enumerated().map { ("feed\($0)", "http://\($1)/venues.json") })
    let (result, calls) = try calls(of: program)
    #expect(result.status == 4)
    #expect(result.records.count { $0["reason"] as? String == "policy.address" && $0["event"] as? String == "feed.absent" } == forms.count)
    #expect(calls.isEmpty, "\(calls)")
  }

  @Test func allowedAddressIsConnectedTo() throws {
    let server = try ScriptedServer(GoodAnswer.script)
    defer { server.stop() }
    let (result, calls) = try calls(of: LiveProgram([("feed", server.url())]), "--allow-private")
    #expect(result.status == 0)
    #expect(calls.count == 1 && calls.allSatisfy { $0.contains("htons(\(server.port))") }, "\(calls)")
  }
}
