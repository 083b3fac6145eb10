import CampusCatalog
import FeedKit
import Fetching
import ScriptedServer
import TestKit
import Testing

@Suite struct LoadTests {
  /// Callers that send one request after another need no more connections than there are callers.
  @Test(arguments: [1, 4]) func connectionsAreReused(_ callers: Int) async throws {
    let client = patientClient()
    let servers = try (0..<4).map { _ in try ScriptedServer([.receive, .respond(), .restart]) }
    defer { for server in servers { server.stop() } }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for server in servers {
        for _ in 0..<callers {
          group.addTask {
            var bytes = 0
            for index in 0..<100 / callers { bytes += try await client.perform(request(server.url("/\(index)"))).body.count }
            return bytes
          }
        }
      }
      var bytes = 0
      for try await count in group { bytes += count }
      #expect(bytes == 800)
    }
    for server in servers {
      #expect(server.record.heads.count == 100)
      #expect(server.record.connections <= callers)
    }
    await client.shutdown()
  }

  @Test func cancellationAtAnyMoment() async throws {
    let client = CurlClient()
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let tasks = (0..<6).map { _ in Task { try await client.perform(request(server.url())).status } }
      for task in tasks where Bool.random(using: &random) { task.cancel() }
      for task in tasks {
        switch await task.result {
        case .success(let status): #expect(status == 200)
        case .failure(let error): #expect((error as? TransportFailure)?.reason == .cancelled)
        }
      }
    }
    #expect(try await client.perform(request(server.url())).status == 200)
    await client.shutdown()
  }

  @Test func clientsComeAndGo() async throws {
    let server = try ScriptedServer([.receive, .respond(), .restart])
    defer { server.stop() }
    for _ in 0..<20 { #expect(try await CurlClient().perform(request(server.url())).status == 200) }
    await server.wait { $0.closed == 20 }
    #expect(server.record.closed == 20)
  }
}
