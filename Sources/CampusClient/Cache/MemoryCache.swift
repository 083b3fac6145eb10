/// A cache in memory, which ends with the app. When it is full, the responses that were stored or confirmed first are removed.
public actor MemoryCache: ResponseCache {
  private var responses: [String: StoredResponse] = [:]
  /// The keys, those that were stored first at the beginning.
  private var keys: [String] = []
  private var bytes = 0
  private let maximumBytes: Int

  /// - Parameter maximumBytes: the limit of all responses together.
  public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

  public func response(for key: String) -> StoredResponse? { responses[key] }

  public func store(_ response: StoredResponse, for key: String) {
    remove(key)
    responses[key] = response
    keys.append(key)
    bytes += response.body.count
    while bytes > maximumBytes, let first = keys.first { remove(first) }
  }

  private func remove(_ key: String) {
    guard let old = responses.removeValue(forKey: key) else { return }
    keys.removeAll { $0 == key }
    bytes -= old.body.count
  }
}
