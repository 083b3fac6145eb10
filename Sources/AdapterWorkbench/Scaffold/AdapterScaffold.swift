import Aggregation
public import FeedKit
import FeedMapping
import Fetching

/// The files of a new adapter: the adapter itself, a README, and a recorded case with the reply.
public struct AdapterScaffold: Sendable {
  /// The ways in which an adapter can be written.
  public enum Kind: String, Sendable, CaseIterable { case mapping, swift, exec }

  /// A file to be written.
  public struct File: Sendable, Hashable {
    /// The path in the folder of the adapter.
    public let path: String
    public let bytes: [UInt8]
    public let isExecutable: Bool

    init(_ path: String, _ text: String, isExecutable: Bool = false) {
      self.init(path, Array(text.utf8), isExecutable: isExecutable)
    }

    init(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) {
      (self.path, self.bytes, self.isExecutable) = (path, bytes, isExecutable)
    }
  }

  /// A saved or fetched reply.
  public struct Reply: Sendable {
    public let body: [UInt8]
    /// The name of its request, such as "places".
    public let request: String
    /// The address that sends it; nil if it is not known.
    public let address: String?
    /// The headers of the reply; empty if they are not known.
    public let headers: [String: String]
    /// The headers of the request, whose secrets are not written.
    public let sent: [Feed.Header]
    /// When it was received; nil if that is not known.
    public let receivedAt: Instant?

    public init(
      _ body: [UInt8], request: String, address: String?, headers: [String: String] = [:], sent: [Feed.Header] = [],
      receivedAt: Instant? = nil
    ) {
      (self.body, self.request, self.address) = (body, request, address)
      (self.headers, self.sent, self.receivedAt) = (headers, sent, receivedAt)
    }
  }

  private let name: String
  private let kind: Kind
  private let proposal: MappingProposal
  private let reply: Reply
  private let zone: Zone
  private let at: Instant
  private let feed: FeedID
  private let repository: String

  /// - Parameters:
  ///   - feed: the feed of the case; its campus has the name of the adapter.
  ///   - at: the moment of the case, if it is not known when the reply was received.
  ///   - repository: the folder of the repository of aggregate, on which a Swift package depends.
  /// - Throws: an error if there is no template for the reply.
  public init(
    _ feed: FeedID, _ kind: Kind, _ proposal: MappingProposal, _ reply: Reply, zone: Zone, at: Instant, repository: String
  ) throws(MappingProposal.Fault) {
    if kind != .mapping, proposal.entries != "place" {
      throw MappingProposal.Fault(message: "the reply has \(proposal.entries)s, for which there is no template; use --kind mapping")
    }
    if kind != .mapping, AdapterTemplate.lists(of: proposal).isEmpty {
      throw MappingProposal.Fault(message: "the reply is one place, for which there is no template; use --kind mapping")
    }
    if kind != .mapping, proposal.format == .xml {
      throw MappingProposal.Fault(message: "there is no template for XML; use --kind mapping")
    }
    if kind == .swift, proposal.format == .csv {
      throw MappingProposal.Fault(message: "the template in Swift reads JSON; use --kind mapping or --kind exec for CSV")
    }
    self.repository = repository
    (self.feed, self.kind, self.proposal, self.reply, self.zone) = (feed, kind, proposal, reply, zone)
    // A saved reply for a date is of that day.
    let day = proposal.requestedDate.flatMap { RequestedDate.noon(of: $0, zone) }
    self.at = reply.receivedAt ?? day ?? at
    name = feed.campus.description
  }

  /// The address of the reply.
  private var address: String { reply.address ?? "https://example.edu/\(reply.request)" }

  /// The reply and its metadata, as a recording has them.
  private var recording: [File] {
    let request = FeedRequest(reply.request, addresses: [FeedAddress(address)], format: proposal.format)
    let source = Feed(
      id: feed, campus: Campus(id: feed.campus, name: name), adapter: .mapping, addresses: [reply.request: request.addresses],
      headers: reply.sent)
    let received = FeedReply(
      to: request, headers: reply.headers, body: reply.body, url: address, receivedAt: at)
    return Recording.files(of: received, to: source).map { File("case/\($0.path)", $0.bytes) }
  }

  /// The path of the adapter for `adapters try` and `adapters test`.
  public var adapterPath: String {
    switch kind {
    case .mapping: "mapping.json"
    case .exec: "\(name).py"
    case .swift: ".build/debug/\(name)"
    }
  }

  /// The files, without `case/expected.ndjson`, which the adapter itself writes.
  public var files: [File] {
    adapterFiles + recording + [
      File("README.md", readme),
      File("case/case.json", Self.text(.of(("about", .string("the reply from which the adapter was proposed")), ("at", .string("\(at)"))))),
      File("case/registry.json", registry), File("case/registry-1.schema.json", RegistrySchema.bytes),
    ]
  }

  private var adapterFiles: [File] {
    switch kind {
    case .mapping:
      return [
        File("mapping.json", proposal.text(schema: "mapping-1.schema.json", title: name, request: reply.request)),
        File("mapping-1.schema.json", MappingSchema.bytes),
      ]
    case .exec:
      let template = AdapterTemplate(proposal, in: .python, name: name, request: reply.request)
      return [File("\(name).py", template.text(of: "adapter.py"), isExecutable: true)]
    case .swift:
      let (template, type) = (AdapterTemplate(proposal, in: .swift, name: name, request: reply.request), AdapterTemplate.type(name))
      return [
        File("Package.swift", template.text(of: "Package.swift", ["repository": AdapterTemplate.literal(repository, in: .swift)])),
        File("Sources/\(type)/\(type)Adapter.swift", template.text(of: "Adapter.swift")),
        File("Sources/\(type)/main.swift", template.text(of: "main.swift")), File(".gitignore", ".build/\n"),
      ]
    }
  }

  private var registry: String {
    let adapter: [(key: String, value: JSONTree)] =
      switch kind {
      case .mapping: [("adapter", .string("mapping")), ("mapping", .string("../mapping.json"))]
      case .exec, .swift: [("adapter", .string("exec")), ("command", .array([.string("./\(adapterPath)")]))]
      }
    let campus = JSONTree.of(("id", .string(name)), ("name", .string(name)), ("timeZone", .string(zone.name)))
    let item = JSONTree.object(
      [("id", .string("\(feed)"))] + adapter + [
        ("addresses", .object([(key: reply.request, value: .string(proposal.datedAddress ?? address))]))
      ])
    return Self.text(
      .of(("$schema", .string("registry-1.schema.json")), ("campuses", .array([campus])), ("feeds", .array([item]))))
  }

  private static func text(_ tree: JSONTree) -> String { tree.pretty() + "\n" }

  private var readme: String {
    let address = proposal.datedAddress ?? reply.address ?? "the address that the registry file states"
    guard kind == .mapping else {
      let template = AdapterTemplate(proposal, in: kind == .exec ? .python : .swift, name: name, request: reply.request)
      let form =
        kind == .exec
        ? "It is a [Python program](\(name).py), which needs nothing but the standard library."
        : "It is a Swift package with one adapter, which `swift build` builds as a program."
      return template.text(of: "README.md", ["form": form, "address": address, "values": template.table])
    }
    func list(_ guesses: [MappingProposal.Guess]) -> [String] {
      guesses.map { "* `\($0.field)`: \(PlainText.visible($0.evidence.replacing("`", with: "'"), isOneLine: true))." }
    }
    let doubtful = proposal.guesses.filter { $0.confidence != .high }
    let lines =
      [
        "# \(name)", "", "Reads the \(proposal.entries)s of a feed. It is a [mapping](mapping.json): no code.", "", "| Request | Address |",
        "|---|---|",
        "| `\(reply.request)` | \(address) |", "", "License: not known yet.", "", "## Rules", "",
      ] + list(proposal.guesses) + (doubtful.isEmpty ? [] : ["", "## To check", ""] + list(doubtful))
    return lines.joined(separator: "\n") + "\n"
  }
}
