/// A cache in memory, which ends with the app.
public actor MemoryCache: ResponseCache {
  private var responses: [String: StoredResponse] = [:]

  public init() {}

  public func response(for key: String) -> StoredResponse? { responses[key] }

  public func store(_ response: StoredResponse, for key: String) { responses[key] = response }
}
