import Aggregation
import Basics
public import CampusCatalog
import FeedKit
import Fetching
public import OpeningHours

/// A catalog that a server or a static site publishes at an address, as JSON.
///
/// Requests for it are conditional, limited and repeated with care, as those for feeds are. A wait that the server demands applies to later
/// requests, too.
public struct PublishedCatalog: Sendable {
  /// The maximum size of the catalog in bytes, decoded or not.
  private static let longest = 1 << 30
  /// How long a server may say that nothing has changed, in seconds, before one request is made without conditions.
  private static let longestUnchanged: Int64 = 8 * 86_400

  private let address: String
  private let network: @Sendable () throws -> NetworkSource

  /// The version of the catalog that was read last.
  public struct Version: Sendable, Hashable {
    fileprivate var reply: KnownReply
    fileprivate let sha256: String
    fileprivate let readAt: Instant
  }

  /// The result of a request.
  public struct Answer: Sendable {
    /// The catalog; nil if it is the known version.
    public let catalog: Catalog?
    /// The version to know from then on, if the catalog can be used.
    public let version: Version
    /// Until when the server declares the catalog to be current; nil if it does not.
    public let freshUntil: Instant?
  }

  /// - Parameters:
  ///   - address: an http or https URL.
  ///   - network: returns the network of one request, with its limits and its deadline. Its store should always be the same one; it has the
  ///     waits that the server demands.
  public init(_ address: String, network: @escaping @Sendable () throws -> NetworkSource) {
    (self.address, self.network) = (address, network)
  }

  /// Requests the catalog.
  ///
  /// - Parameter known: the version that is known; nil to get the catalog in any case.
  /// - Throws: `unreachableCatalog`, `invalidCatalog`, the errors of a store, and errors of the network's function.
  public func read(knowing known: Version?) async throws -> Answer {
    let network = try network()
    let now = network.clock.now()
    let isDue = known.map { now.secondsSinceEpoch - $0.readAt.secondsSinceEpoch >= Self.longestUnchanged } ?? true
    guard let feed = feed(network) else { throw SessionError(.unreachableCatalog, "\(shown): not an address") }
    let request = FeedRequest("catalog", addresses: [FeedAddress(address)])
    switch try await network.outcome(of: request, of: feed, knowing: isDue ? nil : known?.reply) {
    case .reply(let reply, let facts):
      let version = Version(
        reply: KnownReply(key: facts.key, validators: facts.validators, url: reply.url, headers: StoredHeaders(reply.headers)),
        sha256: SHA256.hash(reply.body).hexadecimal, readAt: now)
      let isKnown = version.sha256 == known?.sha256
      return Answer(catalog: isKnown ? nil : try catalog(in: reply.body), version: version, freshUntil: facts.freshUntil)
    case .notModified(let facts):
      guard var version = known else { throw unreachable("the server answered 304 to an unconditional request") }
      let old = version.reply
      version.reply = KnownReply(
        key: old.key, validators: old.validators?.updated(by: facts.validators), url: old.url, headers: facts.headers ?? old.headers)
      return Answer(catalog: nil, version: version, freshUntil: facts.freshUntil)
    case .failure(let failure): throw unreachable("\(failure.detail) (\(failure.reason))")
    case .missing: throw unreachable("there is no reply")
    }
  }

  /// The address without secrets.
  private var shown: String { PublicAddress.withoutSecrets(address) }

  private func unreachable(_ why: String) -> SessionError { SessionError(.unreachableCatalog, "\(shown) cannot be read: \(why)") }

  /// Returns the catalog as a feed, with limits for a whole catalog instead of a feed's.
  private func feed(_ network: NetworkSource) -> Feed? {
    guard let campus = CampusID("catalog"), let id = FeedID("catalog/catalog"), let adapter = AdapterID("catalog") else { return nil }
    var limits = network.settings.limits
    (limits.wireBytes, limits.decodedBytes, limits.attempt) = (Self.longest, Self.longest, network.settings.deadline)
    return Feed(
      id: id, campus: Campus(id: campus, name: "Catalog"), adapter: adapter, addresses: ["catalog": [FeedAddress(address)]], limits: limits)
  }

  private func catalog(in bytes: [UInt8]) throws(SessionError) -> Catalog {
    if CatalogReader.isNDJSON(bytes) {
      throw SessionError(.invalidCatalog, "\(shown) is not a catalog in JSON, but looks like NDJSON; name the address of catalog.json")
    }
    do throws(CatalogError) { return try CatalogReader.read(bytes) } catch {
      let place =
        switch error {
        case .json(let error): ":\(error.line):\(error.column): \(error.message)"
        case .shape(let error): "\(error.pointer): \(error.message)"
        case .line(let line, let column, let message): ":\(line):\(column): \(message)"
        }
      throw SessionError(.invalidCatalog, "\(shown) is not a catalog\(place)")
    }
  }
}
