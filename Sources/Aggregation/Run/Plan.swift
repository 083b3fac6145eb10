import Basics
package import CampusCatalog
public import FeedKit
import Fetching

/// The selected feeds of a registry, for a run or a session.
public struct Plan: Sendable {
  /// One feed with the adapter that reads it.
  public struct Reading: Sendable {
    public let feed: Feed
    public let adapter: any FeedAdapter
    @Indirect var headerTrust: (any FeedTrust)? = nil

    /// Why the feed is not read: the registry disables it, or its program or its headers are not trusted; nil if it is read.
    package var refusal: (reason: ReasonCode, detail: String?)? {
      guard feed.isEnabled else { return (.configDisabled, feed.because) }
      let refusal = (adapter as? any ExternalAdapter)?.refusal ?? headerTrust?.refusal
      return refusal.map { ($0.code, $0.advice) }
    }

    /// The license of the data: the feed's own, or that of its adapter; empty if unknown.
    var license: String { feed.license ?? adapter.manifest.license }

    /// A digest of everything that determines how replies are read: adapter, version, addresses, headers, facts and codes.
    var key: String {
      var texts = ["\(feed.adapter)@\(adapter.manifest.version)"]
      for (name, addresses) in feed.addresses.sorted(by: { $0.key < $1.key }) {
        texts += [name] + addresses.flatMap { [$0.url] + ($0.dates.map { ["\($0)"] } ?? []) }
      }
      if !feed.facts.isEmpty { texts.append(feed.factsText) }
      if let codes = feed.codes { texts.append("codes \(codes.text)") }
      if feed.readsCatalogs { texts += ["campuses \(feed.campuses)", feed.publicURL?.description ?? ""] }
      return feed.requestKey(for: texts.joined(separator: "\n"))
    }
  }

  public let registry: Registry
  public let selection: RunSelection
  /// The feeds, sorted by id, including disabled ones.
  public let readings: [Reading]

  /// Includes the built-in campuses that are selected. A selection of everything leaves out optional feeds.
  ///
  /// - Throws: `PlanError` for an id that is neither in the registry nor of a campus that a catalog may deliver.
  public init(_ selection: RunSelection, in registry: Registry) throws(PlanError) {
    let registry = registry.including(selection)
    for id in selection.campuses where !registry.mayHave(id) {
      throw PlanError(kind: "campus", id: id.description, known: registry.campusIDs.sorted().map(\.description))
    }
    for id in selection.feeds where !registry.mayHave(id) {
      throw PlanError(kind: "feed", id: id.description, known: registry.feeds.map(\.id.description))
    }
    var known = registry
    // They are only needed to read further registry files.
    known.protections = [:]
    self.registry = known
    self.selection = selection
    var readings: [Reading] = []
    readings.reserveCapacity(selection.isAll ? registry.feeds.count : 0)
    for feed in registry.feeds where selection.contains(feed.id) || Self.delivers(feed, selection, registry) {
      if selection.isAll, registry.optionalFeeds.contains(feed.id) { continue }
      guard let adapter = registry.adapter(of: feed) else { continue }
      readings.append(Reading(feed: feed, adapter: adapter, headerTrust: registry.headerTrust[feed.id]))
    }
    self.readings = readings
  }
}

extension Plan {
  /// Returns whether a catalog may deliver a selected campus, or a selected feed that the registry does not have.
  private static func delivers(_ catalog: Feed, _ selection: RunSelection, _ registry: Registry) -> Bool {
    guard catalog.readsCatalogs else { return false }
    return catalog.campuses.contains(where: selection.campuses.contains)
      || selection.feeds.contains { catalog.mayDeliver($0) && registry.feed($0) == nil }
  }
}

/// An error for an id that is not in the registry. Its description suggests a similar id.
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// "campus" or "feed".
  public let kind: String
  public let id: String
  /// The ids of this kind in the registry.
  public let known: [String]

  public init(kind: String, id: String, known: [String]) {
    self.kind = kind
    self.id = id
    self.known = known
  }

  public var description: String {
    if let near = SpellingSuggestion.of(id, among: known) { return "no \(kind) \"\(id)\"; did you mean \"\(near)\"?" }
    if kind == "campus", known.count > 20 { return "no campus \"\(id)\"; to find one, run: aggregate campuses" }
    return "no \(kind) \"\(id)\"" + (known.isEmpty ? "" : "; use one of \(known.joined(separator: ", "))")
  }
}
