import CampusClient
import Foundation
import OpeningHours
import Testing

/// A transport whose responses are given: each request takes the next one, and fails when there is none.
actor ScriptedTransport: Transport {
  enum Step: Sendable {
    case response(Int, [String: String] = [:], String = "")
    case failure
  }

  private var steps: [Step]
  private(set) var requests: [TransportRequest] = []

  init(_ steps: [Step]) { self.steps = steps }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    requests.append(request)
    guard !steps.isEmpty else { throw URLError(.cannotConnectToHost) }
    switch steps.removeFirst() {
    case .response(let status, let headers, let body):
      let headers = headers.merging(["Content-Type": "application/json"]) { given, _ in given }
      return TransportResponse(status: status, headers: headers, body: Data(body.utf8))
    case .failure: throw URLError(.networkConnectionLost)
    }
  }
}

/// A clock that tests set.
final class TestClock: Sendable {
  private let seconds: LockedValue<Int64>

  init(_ text: String) { seconds = LockedValue(Instant(text)?.secondsSinceEpoch ?? 0) }

  var now: Instant { Instant(secondsSinceEpoch: seconds.value) ?? Instant(Date(timeIntervalSince1970: 0)) }
  func advance(_ by: Int64) { seconds.change { $0 += by } }
}

/// A value behind a lock.
final class LockedValue<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}

extension URL {
  static let testServer = URL(string: "https://campus.example.edu/dining/") ?? URL(fileURLWithPath: "/")
  static let backupServer = URL(string: "https://backup.example.edu") ?? URL(fileURLWithPath: "/")
}

/// An instant of a test.
func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

/// Calls `body` with a new folder, and deletes it.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("campus-client-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

enum Sample {
  /// A list with one place that is open from 7:00 to 22:00 in New York.
  static let list = list(name: "Commons")

  static func list(name: String, total: Int = 1, next: String? = nil, more: String = "") -> String {
    #"{"schema":"campus-list/1","at":"2026-11-21T12:00:00-05:00","total":\#(total),"entries":["#
      + #"{"id":"penn/dining/\#(name)","kind":"place","campus":"penn","name":"\#(name)","category":"dining-hall","hours":\#(hours),"#
      + #""sources":[{"feed":"penn/dining","record":"593"}],"status":{"state":"open","sentence":"Open until 10 PM"}}\#(more)]"#
      + "\(next.map { #","next":"\#($0)""# } ?? "")}"
  }

  private static let hours =
    #"{"zone":"America/New_York","layers":[{"level":"weekly","week":{"#
    + #""fr":[["07:00","22:00"]],"sa":[["07:00","22:00"]],"su":[["10:00","26:00"]]}}]}"#

  static let problem = #"{"type":"about:blank","title":"No data yet","status":503,"detail":"The first run is not finished."}"#
}

extension CampusClient {
  /// A client with a scripted transport that does not wait between attempts.
  static func test(
    _ transport: ScriptedTransport, backups: [URL] = [], cache: any ResponseCache = MemoryCache(),
    clock: TestClock = TestClock("2026-11-21T17:00:00Z"), attempts: Int = 3, waited: LockedValue<[Duration]> = LockedValue([])
  ) -> CampusClient {
    let retry = RetryPolicy(
      attempts: attempts, firstDelay: .seconds(1), maximumDelay: .seconds(10),
      wait: { delay in waited.change { $0.append(delay) } }, random: { 0.5 })
    return CampusClient(
      server: .testServer, backups: backups, transport: transport, cache: cache, retry: retry, now: { clock.now })
  }
}
