import Fetching

extension Serve {
  /// How long a server may take to say that it is ready.
  private static let checkLimit = Duration.seconds(5)

  /// Returns the address at which a server says whether it is ready. A server that listens on all addresses is asked on this machine.
  static func readinessAddress(host: String, port: Int) -> String {
    let name = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
    return "http://\(name.contains(":") ? "[\(name)]" : name):\(port)/readyz"
  }

  /// Asks the running server of these options whether it is ready.
  ///
  /// - Throws: `Failure` if it does not run, does not answer in time, or has no data yet.
  func checkReadiness() async throws(Failure) {
    let client = CurlClient()
    let address = Self.readinessAddress(host: host, port: port)
    let response: HTTPResponse
    do throws(TransportFailure) {
      let target = try client.target(address, relativeTo: nil)
      response = try await client.perform(HTTPRequest(to: target, remaining: Self.checkLimit, allowsPrivateAddresses: true))
    } catch {
      throw Failure(.local, "no server answers at \(address): \(error.detail) (\(error.reason))")
    }
    await client.shutdown()
    guard response.status == 200 else {
      throw Failure(.nothing, "the server at \(address) is not ready (status \(response.status))")
    }
  }
}
