import FeedKit
import SimdJSON

/// The parts of a feed's requests that go only to the servers that a registry file names for it: the headers of that file, and the
/// requests of its program.
final class FeedProtection: Sendable {
  /// A reason to send requests only to some servers.
  struct Limit: Sendable {
    /// "the header Authorization".
    let subject: String
    /// The name of the registry file that has it.
    let file: String
    /// The origins of the addresses that this file gives the feed, and for a program also its further hosts.
    let servers: Set<String>
  }

  let header: Limit?
  let program: Limit?
  /// The name of the registry file that has the addresses of the feed.
  let addressFile: String

  init(header: Limit? = nil, program: Limit? = nil, addressFile: String) {
    (self.header, self.program, self.addressFile) = (header, program, addressFile)
  }
}

extension Registry {
  /// Throws for a feed that would send a header of one registry file to a server that only another one names, or let the program of one choose
  /// addresses on such a server. Every header counts, because any value may be a secret.
  ///
  /// - Parameters:
  ///   - feed: the feed after the change.
  ///   - value: the feed in the registry file.
  mutating func checkServers(of feed: Feed, in value: JSONValue, _ file: String) throws(JSONFieldError) {
    var named: Set<String> = []
    var requests = value["addresses"]?.members
    while let request = requests?.next() { named.formUnion(Self.origins(feed.addresses[request.key] ?? [])) }
    let old = protections[feed.id]
    var (header, program) = (old?.header, old?.program)
    let addressFile = old?.addressFile ?? file
    // Further hosts get the requests of a program, but no headers.
    let hosts = value["hosts"] == nil ? [] : Set(feed.hosts)
    if value["headers"] != nil {
      headerTrust[feed.id] = nil
      header = feed.headers.first.map { .init(subject: "the header \($0.name)", file: file, servers: named) }
    }
    if value["command"] != nil || feed.adapter != .exec {
      program = feed.adapter == .exec ? .init(subject: "the program of the feed", file: file, servers: named.union(hosts)) : nil
    }
    let newAddressFile = value["addresses"] == nil ? addressFile : file
    if header == nil, program == nil {
      // Nearly all feeds of a file share this one.
      if unlimited?.addressFile != newAddressFile { unlimited = FeedProtection(addressFile: newAddressFile) }
      protections[feed.id] = unlimited
    } else {
      protections[feed.id] = FeedProtection(header: header, program: program, addressFile: newAddressFile)
    }
    let origins = Self.origins(feed.addresses.values.joined())
    for (limit, used, key) in [(header, origins, "headers"), (program, origins.union(feed.hosts), "command")] {
      guard let limit, let other = used.subtracting(limit.servers).min() else { continue }
      let known = limit.servers.isEmpty ? "none for this feed" : limit.servers.sorted().joined(separator: ", ")
      let isHost = !origins.contains(other)
      let source: StaticString = isHost ? "hosts" : "addresses"
      let advice =
        limit.file == file
        ? "\(other) is in \(isHost ? "an earlier file" : addressFile); give \"\(source)\" here, too"
        : "\(other) is not one of them; give \"\(key)\" here, too"
      throw value.fault(
        .value, at: value[source] == nil ? "headers" : source,
        "\(limit.subject) may only use the servers that its file \(limit.file) names (\(known)); \(advice)")
    }
  }

  private static func origins(_ addresses: some Sequence<FeedAddress>) -> Set<String> {
    Set(addresses.map { WebAddress($0.url)?.origin.lowercased() ?? $0.url })
  }
}
