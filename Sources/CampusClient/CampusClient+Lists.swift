import Foundation
import OpeningHours

extension CampusClient {
  /// Requests a page of entries: places, unless the query is about another kind. What is open, near, or has words in its name.
  public func entries(_ query: EntryQuery = EntryQuery()) async throws(ClientError) -> Answer<EntryList> {
    // No favorites are no places, not all.
    if query.ids == [] { return Answer(EntryList(at: now()), receivedAt: now(), origin: .cache) }
    return try await document(target(query))
  }

  private func target(_ query: EntryQuery) -> String { Operation.listEntries.path + styled(query.parameters).query }

  /// Requests all pages of a list, and begins again when the catalog changes meanwhile. The answer is as old as its oldest page.
  ///
  /// - Parameter query: its `limit` is the number of entries in each request, 500 if it is nil.
  /// - Throws: `ClientError.outdatedCursor` if the catalog changes three times.
  public func allEntries(_ query: EntryQuery = EntryQuery()) async throws(ClientError) -> Answer<EntryList> {
    var query = query
    query.limit = query.limit ?? 500
    let first = query
    // Addresses have a limit, which many ids would exceed.
    if let ids = query.ids, ids.count > Self.mostIDs {
      var rest = query
      (query.ids, rest.ids) = (Array(ids.prefix(Self.mostIDs)), Array(ids.dropFirst(Self.mostIDs)))
      let (some, others) = (try await allEntries(query), try await allEntries(rest))
      let both = some.value.joined(others.value)
      return (some.receivedAt < others.receivedAt ? some : others).map { _ in both }
    }
    return try await all(target(query)) { client, cursor throws(ClientError) in try await client.entries(first.at(cursor: cursor)) }
  }

  private static let mostIDs = 100

  /// Requests all pages of dishes by place, as `allEntries` does.
  public func allMenus(_ query: MenuQuery = MenuQuery()) async throws(ClientError) -> Answer<MenuList> {
    var query = query
    query.limit = query.limit ?? 500
    let target = Operation.listMenus.path + styled(query.parameters).query
    let first = query
    return try await all(target) { client, cursor throws(ClientError) in try await client.menus(first.at(cursor: cursor)) }
  }

  private typealias Page<List> = @Sendable (CampusClient, String?) async throws(ClientError) -> Answer<List>

  private func all<List: PagedList>(_ target: String, _ page: Page<List>) async throws(ClientError) -> Answer<List> {
    var (client, attempts) = (self, 3)
    while true {
      do { return try await pages(client, target, page) } catch {
        attempts -= 1
        guard error == .outdatedCursor, attempts > 0 else { throw error }
        // The stored first page has the cursor that is outdated.
        client.policy = .afterFailure
      }
    }
  }

  private func pages<List: PagedList>(
    _ client: CampusClient, _ target: String, _ page: Page<List>
  ) async throws(ClientError) -> Answer<List> {
    var all = try await page(client, nil)
    guard all.value.next != nil else { return all }
    var (list, seen) = (all.value, Set<String>())
    // The pages of one list are stored as a whole, too: stored pages could be of different catalogs.
    let whole = "all \(target)"
    while let cursor = list.next, seen.insert(cursor).inserted {
      do {
        let next = try await page(client, cursor)
        list.append(next.value)
        if next.receivedAt < all.receivedAt { all = next }
      } catch {
        let stored = error.allowsStoredAnswer ? await storedAnswer(whole, error, read: Self.read(List.self)) : nil
        guard let stored else { throw error }
        return stored
      }
    }
    if !all.isOffline, let body = try? JSONEncoder().encode(VersionedDocument(list)) {
      await store(body, of: whole, receivedAt: all.receivedAt)
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
  ///   - limit: how many, 1 to 500; 20 if it is nil.
  public func quotes(campuses: [String] = [], random: UInt64? = nil, limit: Int? = nil) async throws(ClientError) -> Answer<EntryList> {
    var parameters = Parameters()
    parameters.add("campus", campuses)
    parameters.add("random", random.map(String.init))
    parameters.add("limit", limit.map(String.init))
    return try await document(Operation.listQuotes.path + parameters.query)
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

  /// Requests what has changed. Only servers that were started on a store know it; others refuse the question (404).
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
    try await answer(target, type: "application/json", read: Self.read(Value.self))
  }

  private static func read<Value: Versioned>(_ type: Value.Type) -> Reader<Value> {
    { body, receivedAt in
      var value = try JSONDecoder().decode(VersionedDocument<Value>.self, from: body).value
      value.setReceived(receivedAt)
      return value
    }
  }
}
