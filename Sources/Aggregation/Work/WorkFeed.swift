import CampusCatalog
import FeedKit
package import OpeningHours
import SimdJSON

/// A feed that is due, with everything that a process needs to poll it.
package struct WorkFeed: Sendable {
  /// A registry with this feed, its campus and the facts about its entries.
  let registry: Registry
  let feed: Feed
  /// The origin of the server of its first request: `https://host:443`.
  package let server: String
  /// The first of all servers that the feed shares with others, directly or through further feeds. Feeds of a group must be polled by one
  /// process, one after another.
  package let group: String
  /// The earliest time for the next request to the server; nil if there is none.
  package let notBefore: Instant?
  /// Whether no guard applies to the next result.
  let isAccepted: Bool
  /// The state after the last poll; nil if the feed was never polled.
  let state: FeedState?
  /// What the run shows of a catalog; nil for other feeds.
  let scope: CatalogScope?

  init(
    _ feed: Feed, in registry: Registry, server: String, group: String, notBefore: Instant?, isAccepted: Bool, state: FeedState?,
    scope: CatalogScope?
  ) {
    self.registry = registry
    self.feed = feed
    self.server = server
    self.group = group
    self.notBefore = notBefore
    self.isAccepted = isAccepted
    self.state = state
    self.scope = scope
  }
}

extension WorkFeed {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("server", server)
    writer.member("group", group)
    writer.member("notBefore", notBefore?.description)
    if isAccepted { writer.member("accepted", true) }
    writer.key("registry")
    registry.writeSlice(of: feed, to: &writer)
    if let state {
      writer.key("state")
      state.write(to: &writer)
    }
    if let scope {
      writer.object("catalog") { writer in
        scope.writeMembers(to: &writer)
        writer.member("publicURL", feed.publicURL?.description)
      }
    }
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["key", "type", "version", "server", "group", "notBefore", "accepted", "registry", "state", "catalog"])
    let slice = try value.requiredObject("registry")
    var writer = JSONWriter(capacity: 1024)
    writer.copy(slice)
    var registry: Registry
    do throws(FileError) { registry = try Registry(campuses: []).adding(writer.bytes, file: "registry") } catch {
      throw slice.fault(.value, error.message)
    }
    var scope: CatalogScope?
    if let catalog = try value.object("catalog") {
      try catalog.expectOnly(["campuses", "feeds", "others", "publicURL"])
      registry = registry.published(at: try catalog.parsed("publicURL", "an address") { WebAddress($0) })
      scope = try CatalogScope(reading: catalog)
    }
    guard registry.feeds.count == 1, let feed = registry.feeds.first else {
      throw slice.fault(.value, "expected one feed, found \(registry.feeds.count)")
    }
    self.init(
      feed, in: registry, server: try value.requiredText("server"), group: try value.requiredText("group"),
      notBefore: try value.instant("notBefore"), isAccepted: try value.flag("accepted") ?? false,
      state: try FeedState.ifPresent(in: value, of: feed.id),
      scope: scope ?? (feed.readsCatalogs ? CatalogScope(RunSelection(), others: []) : nil))
  }
}
