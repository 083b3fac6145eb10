import Aggregation
import Basics
import CampusCatalog
import FeedKit

/// The variables of the environment that a registry file sends in the headers of a feed. They are only read if the user trusts the file
/// to send them to these servers.
struct RegistryVariables: TrustSubject {
  let registry: String
  let store: TrustStore
  private let headers: VariableHeaders

  /// - Parameter registry: the absolute path of the registry file, without links.
  init(_ headers: VariableHeaders, of registry: String, _ environment: CommandEnvironment) {
    self.headers = headers
    self.registry = registry
    store = TrustStore(environment)
  }

  /// Returns the trust in a registry file that sends variables; nil for the user's own file beside the settings, which is always trusted.
  static func trust(in headers: VariableHeaders, of path: String, _ environment: CommandEnvironment?) -> (any FeedTrust)? {
    guard let environment, let registry = InputFile.registry(path, environment) else { return UnknownRegistry() }
    let own = try? UserRegistry.path(nil, environment)
    if let own, InputFile.registry(own, environment) == registry { return nil }
    return RegistryVariables(headers, of: registry, environment)
  }

  var refusal: AdapterError? {
    if let fingerprint = try? fingerprint(), store.contains(fingerprint) { return nil }
    let why = "\(registry) is not trusted to send variables of the environment (\(texts.joined(separator: ", ")))"
    return AdapterError(
      .configUntrusted, "the feed was not read, because \(why); to see where it sends them, and to trust it, run: \(Self.advice(registry))")
  }

  /// The rest of the registry file does not count: it cannot change what is sent where.
  func fingerprint() throws(Failure) -> String {
    SHA256.hash(Array(([registry, headers.feed.description] + texts + headers.servers).map { "\($0.utf8.count):\($0)" }.joined().utf8))
      .hexadecimal
  }

  func rows(_ feed: Feed) -> [(String, String)] {
    texts.map { ("sends", $0) } + [("to", headers.servers.joined(separator: ", "))]
  }

  private var texts: [String] { headers.headers.map { "\($0.name): \($0.value)" } }
}

/// The trust in a registry file that is not a file on this machine, such as stdin: it may be another one each time.
struct UnknownRegistry: FeedTrust {
  var refusal: AdapterError? {
    AdapterError(
      .configUntrusted,
      "the feed was not read, because its registry file sends variables of the environment but is not a regular file, so it cannot be trusted"
    )
  }
}
