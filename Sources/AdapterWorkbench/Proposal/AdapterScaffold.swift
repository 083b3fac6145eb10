public import Aggregation
import AdapterTesting
public import FeedKit
public import FeedMapping

/// The files of a new adapter that is a mapping: the mapping itself, a README, and a recorded case with the reply.
public struct AdapterScaffold: Sendable {
  /// The adapter, and the feed of the case.
  public let adapter: MappingAdapter
  public let feed: Feed
  /// The name of the request.
  public let request: String
  public let proposal: MappingProposal
  private let name: String
  private let zone: Zone
  private let reply: [UInt8]
  private let at: Instant

  /// The address under which editors find the schema.
  static let schema = "https://schema.campus-catalog.invalid/mapping-1.schema.json"

  /// An error that explains why there is no adapter.
  public struct Fault: Error, Sendable, Hashable {
    public let message: String
  }

  /// - Parameters:
  ///   - name: the name of the adapter: lower-case letters, digits and hyphens.
  ///   - request: the name of the request.
  ///   - at: the moment of the case.
  public init(_ name: String, request: String, reply: [UInt8], zone: Zone, at: Instant) throws(Fault) {
    do {
      proposal = try MappingProposal(of: reply, zone: zone)
      let text = proposal.text(schema: Self.schema, title: name, request: request)
      adapter = MappingAdapter(try Mapping(Array(text.utf8), file: "mapping.json"), id: .mapping)
    } catch let error as MappingProposal.Fault {
      throw Fault(message: error.message)
    } catch {
      throw Fault(message: "the proposal is not valid, write the mapping by hand: \(error)")
    }
    guard let campus = CampusID(name), let id = FeedID("\(name)/places") else {
      throw Fault(message: "\"\(name)\" is not a name: use lower-case letters, digits and hyphens")
    }
    feed = Feed(
      id: id, campus: Campus(id: campus, name: name, timeZone: zone), adapter: .mapping,
      addresses: [request: [FeedAddress("https://example.edu/\(request)")]])
    (self.name, self.request, self.reply, self.zone, self.at) = (name, request, reply, zone, at)
  }

  /// Returns the files by their paths in the folder of the adapter.
  public func files() async throws -> [(path: String, bytes: [UInt8])] {
    let mapping = Array(proposal.text(schema: Self.schema, title: name, request: request).utf8)
    let inner = [
      "case.json": Self.bytes(.of(("about", .string("the reply from which the mapping was proposed")), ("at", .string("\(at)")))),
      "registry.json": Self.bytes(
        .of(
          ("campuses", .array([.of(("id", .string(name)), ("name", .string(name)), ("timeZone", .string(zone.name)))])),
          (
            "feeds",
            .array([
              .of(
                ("id", .string("\(feed.id)")), ("adapter", .string("mapping")), ("mapping", .string("../mapping.json")),
                ("addresses", .object([(key: request, value: .string("https://example.edu/\(request)"))])))
            ])
          ))),
      "\(feed.id)/\(request).json": reply,
    ]
    let recorded = try RecordedCase { (path) throws(MappingFileError) in
      (path, mapping)
    } file: { path in
      inner[path]
    }
    let lines = RecordedCase.lines(of: try await recorded.run().catalog)
    return [("mapping.json", mapping), ("README.md", Array(readme.utf8))]
      + inner.sorted { $0.key < $1.key }.map { ("case/\($0.key)", $0.value) }
      + [("case/expected.ndjson", Array((lines.joined(separator: "\n") + "\n").utf8))]
  }

  private static func bytes(_ tree: JSONTree) -> [UInt8] { Array((tree.pretty() + "\n").utf8) }

  private var readme: String {
    func list(_ guesses: [MappingProposal.Guess]) -> [String] {
      guesses.map { "* `\($0.field)`: \(PlainText.visible($0.evidence.replacing("`", with: "'"), isOneLine: true))." }
    }
    let doubtful = proposal.guesses.filter { $0.confidence != .high }
    let lines =
      [
        "# \(name)", "", "Reads the places of a feed. It is a [mapping](mapping.json): no code.", "", "| Request | Address |", "|---|---|",
        "| `\(request)` | the address that the registry file states |", "", "Licence: not known yet.", "", "## Rules", "",
      ] + list(proposal.guesses)
      + (doubtful.isEmpty ? [] : ["", "## To check", ""] + list(doubtful))
    return lines.joined(separator: "\n") + "\n"
  }
}
