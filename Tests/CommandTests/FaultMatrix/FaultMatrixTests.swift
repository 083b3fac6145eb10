import ScriptedServer
import Testing

/// The fault matrix, row by row, tested with the program and its store.
@Suite struct FaultMatrixTests {
  @Test(arguments: Fault.ofConnections) func faultAffectsOnlyItsFeedAndKeepsLastGoodResult(_ fault: Fault) async throws {
    let heads = try await FaultTrial(fault).run()
    #expect(heads.count == 2)
    #expect(heads.allSatisfy { $0.hasPrefix("GET /venues.json HTTP/1.1\r\n") && $0.contains("X-Api-Key: \(FaultTrial.secret)") })
    #expect(heads.first?.contains("If-None-Match") == false)
    #expect(heads.last?.contains("If-None-Match: \(GoodAnswer.tag)") == true, "\(heads)")
  }
}
