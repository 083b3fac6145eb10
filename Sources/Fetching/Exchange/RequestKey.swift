package import FeedKit

/// Derives the key of a request. It is stored with validators, so that they are never sent with a different request.
package enum RequestKey {
  /// Returns a digest of an address and the headers sent to it, which reveals nothing about them.
  ///
  /// Any change of the address or of a header, for example of credentials, results in another key, so that validators and freshness of the
  /// old request are not used.
  package static func of(_ url: String, headers: [Feed.Header]) -> String {
    var texts = [url]
    for header in headers { texts += [header.name.lowercased(), header.value] }
    return RecordKey.hash(list: texts)
  }
}
