import Foundation
import ScriptedServer
import TestTraits
import Testing

/// Replies on a libcurl handle that has already received another one. Memory freed by libcurl is overwritten, so that a use after free is
/// detected.
@Suite(.waitsForPrograms) struct UsedHandleTests {
  /// One request at a time: a good reply, then the malformed head, four times.
  @Test(arguments: Fault.ofHeads) func faultAfterGoodReply(_ fault: Fault) throws {
    guard case .scripts(let scripts) = fault.server else { return #expect(Bool(false), "no server that answers") }
    let servers = try (0..<8).map { try ScriptedServer(scripts: $0 % 2 == 0 ? [GoodAnswer.changing()] : scripts) }
    defer { servers.forEach { $0.stop() } }
    let program = try LiveProgram(servers.enumerated().map { ("f\($0)", $1.url()) })
    program.environment = ["MALLOC_PERTURB_": "165"]
    let result = try program.run("--jobs", "1", "--no-store")
    #expect(result.status == 3, "\(result.result.error)")
    let told = servers.indices.map { ("f\($0)", $0 % 2 == 0 ? "fresh" : "absent (\(fault.reason))") }
    #expect(try result.feeds() == Dictionary(uniqueKeysWithValues: told))
  }
}
