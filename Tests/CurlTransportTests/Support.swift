import FeedKit
import Fetching
import ScriptedServer
import TestKit
import Testing

/// A client that reuses connections without a time limit, because the machine may be busy.
func patientClient() -> CurlClient {
  var options = CurlOptions()
  options.maximumIdleSeconds = 86_400
  options.maximumLifetimeSeconds = 86_400
  return CurlClient(options)
}

/// A shared client, for tests that do not need their own.
let sharedClient = CurlClient()

func request(
  _ url: String, _ headers: [Feed.Header] = [], limits: HTTPLimits = HTTPLimits(), allowsPrivate: Bool = true
) throws(TransportFailure) -> HTTPRequest {
  HTTPRequest(
    to: try sharedClient.target(url, relativeTo: nil), headers: headers, limits: limits, allowsPrivateAddresses: allowsPrivate)
}

/// The response of an exchange with a scripted server.
func exchange(
  _ script: [Step], _ headers: [Feed.Header] = [], limits: HTTPLimits = HTTPLimits()
) async throws -> HTTPResponse {
  let server = try ScriptedServer(script)
  defer { server.stop() }
  return try await sharedClient.perform(request(server.url(), headers, limits: limits))
}

/// The failure of an exchange with a scripted server.
func failure(
  _ script: [Step], limits: HTTPLimits = HTTPLimits(), _ location: SourceLocation = #_sourceLocation
) async throws -> TransportFailure? {
  await #expect(throws: TransportFailure.self, sourceLocation: location) {
    try await exchange(script, limits: limits)
  }
}
