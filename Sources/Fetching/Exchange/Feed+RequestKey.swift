extension Feed {
  /// Returns the key of a request to a URL: a digest of the URL and the feed's headers, which reveals nothing about them.
  ///
  /// It is stored with validators. Any change of the URL or of a header, for example of credentials, results in another key, so that
  /// validators and freshness of the old request are not used.
  package func requestKey(for url: String) -> String {
    var texts = [url]
    for header in headers { texts += [header.name.lowercased(), header.value] }
    return RecordKey.hash(list: texts)
  }
}
