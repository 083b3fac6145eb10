import Aggregation
import FeedKit

extension Registry {
  /// The registry with some keys of one feed changed; its other headers stay as they were resolved.
  func changing(_ feed: String, by object: String) throws -> Registry {
    // Headers go only to addresses of the file that has them.
    let needsSecret = feed == "penn/dining" && object.contains("addresses") && !object.contains("headers")
    let keys = (needsSecret ? #""headers":{"X-Api-Key":"${PENN_KEY}"},"# : "") + object.dropFirst()
    return try adding(Array(#"{"feeds":[{"id":"\#(feed)",\#(keys)]}"#.utf8), file: "change.json")
      .resolvingSecrets(of: needsSecret ? [feed] : []) { _ in Texts.secret }
  }

  /// The registry of the tests with another adapter for Penn.
  func replacingPenn(by adapter: any FeedAdapter) throws -> Registry {
    let others = Registry().adapters.filter { $0.manifest.id != adapter.manifest.id }
    return try Registry(adapters: others + [adapter]).adding(Array(Texts.registry.utf8), file: "test.json")
      .resolvingSecrets(of: ["penn/dining"]) { _ in Texts.secret }
  }
}
