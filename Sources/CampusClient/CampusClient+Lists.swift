import Foundation
import OpeningHours

extension CampusClient {
  /// Requests a page of entries: places, unless the query is about another kind. What is open, near, or has words in its name.
  public func entries(_ query: EntryQuery = EntryQuery()) async throws(ClientError) -> Answer<EntryList> {
    try await document(Operation.listEntries.path + styled(query.parameters).query)
  }

  /// Requests all pages of a list, and begins again when the catalog changes meanwhile. The answer is as old as its oldest page.
  ///
  /// - Throws: `ClientError.outdatedCursor` if the catalog changes three times.
  public func allEntries(_ query: EntryQuery = EntryQuery()) async throws(ClientError) -> Answer<EntryList> {
    var (client, attempts) = (self, 3)
    while true {
      do { return try await client.pages(query) } catch {
        attempts -= 1
        guard error == .outdatedCursor, attempts > 0 else { throw error }
        // The stored first page has the cursor that is outdated.
        client.revalidates = true
      }
    }
  }

  private func pages(_ query: EntryQuery) async throws(ClientError) -> Answer<EntryList> {
    var query = query
    query.limit = query.limit ?? 500
    var all = try await entries(query)
    var (list, seen) = (all.value, Set<String>())
    while let cursor = list.next, seen.insert(cursor).inserted {
      query.cursor = cursor
      let page = try await entries(query)
      let count = list.entries.count + list.unreadable.count
      list.entries += page.value.entries
      list.unreadable += page.value.unreadable.map { UnreadableEntry(index: $0.index + count, id: $0.id, detail: $0.detail) }
      list.next = page.value.next
      if page.receivedAt < all.receivedAt { all = page }
    }
    let complete = list
    return all.map { _ in complete }
  }

  /// Requests one entry.
  ///
  /// - Parameters:
  ///   - id: the id or an alias, such as "penn/dining/593".
  ///   - time: the moment of the answer, as in `EntryQuery.at`; nil for now.
  /// - Throws: `ClientError.refused` with the status 404 for an unknown id.
  public func entry(_ id: String, at time: String? = nil) async throws(ClientError) -> Answer<EntryDetails> {
    var parameters = Parameters()
    parameters.add("at", time)
    return try await document(try path(.getEntry, id) + styled(parameters).query)
  }

  /// Requests dishes by place.
  public func menus(_ query: MenuQuery = MenuQuery()) async throws(ClientError) -> Answer<MenuList> {
    try await document(Operation.listMenus.path + styled(query.parameters).query)
  }

  /// Requests quotes.
  ///
  /// - Parameters:
  ///   - random: a number that chooses which; the same number gives the same quotes. Nil for their own order.
  ///   - limit: how many, 1 to 500.
  public func quotes(campuses: [String] = [], random: UInt64? = nil, limit: Int? = nil) async throws(ClientError) -> Answer<[Quote]> {
    var parameters = Parameters()
    parameters.add("campus", campuses)
    parameters.add("random", random.map(String.init))
    parameters.add("limit", limit.map(String.init))
    let list: Answer<EntryList> = try await document(Operation.listQuotes.path + parameters.query)
    return list.map(\.quotes)
  }

  /// Requests the campuses.
  public func campuses() async throws(ClientError) -> Answer<[Campus]> {
    let list: Answer<CampusList> = try await document(Operation.listCampuses.path)
    return list.map(\.campuses)
  }

  /// Requests the feeds, with their outcomes and ages.
  public func feeds() async throws(ClientError) -> Answer<[FeedReport]> {
    let list: Answer<FeedList> = try await document(Operation.listFeeds.path)
    return list.map(\.feeds)
  }

  /// Requests what has changed.
  ///
  /// - Parameter since: the earlier run: "7d", "latest~1", a date or RFC 3339; nil for a week ago.
  public func changes(campuses: [String] = [], since: String? = nil) async throws(ClientError) -> Answer<ChangeList> {
    try await document(Operation.listChanges.path + changeParameters(campuses, since))
  }

  func changeParameters(_ campuses: [String], _ since: String?) -> String {
    var parameters = Parameters()
    parameters.add("campus", campuses)
    parameters.add("since", since)
    parameters.add("clock", clock?.rawValue)
    return parameters.query
  }

  /// Returns the path of an operation on an entry.
  func path(_ operation: Operation, _ id: String) throws(ClientError) -> String {
    guard let path = operation.path(ofEntry: id) else {
      throw .refused(Problem(title: "Not found", status: 404, detail: "\"\(id)\" is not an id: ids have the form campus/feed/record."))
    }
    return path
  }

  /// Requests a document and checks its schema.
  func document<Value: Versioned>(_ target: String) async throws(ClientError) -> Answer<Value> {
    try await answer(target) { body, receivedAt in
      var value = try JSONDecoder().decode(VersionedDocument<Value>.self, from: body).value
      value.setReceived(receivedAt)
      return value
    }
  }
}
