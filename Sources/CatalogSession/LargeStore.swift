import CatalogIndex

/// A store with too many entries to examine each of them for a query: its places are in an index beside it.
struct LargeStore: Sendable {
  /// The minimum number of entries of a large store.
  static let threshold = 20_000
  /// The maximum number of places in a list, unless a query has its own limit.
  static let standardLimit = 100

  /// Reads all selected entries, for queries that the index cannot answer.
  let load: @Sendable () async throws(SessionError) -> Catalog
  private let index: CatalogIndex
  private let path: String
  private let events: @Sendable (IndexEvent) -> Void

  /// Opens the index of a store, after building or updating it if needed. Nil if the store is not large, or if no index is available now.
  ///
  /// - Parameter all: a plan of every feed of the registry, because an index has the places of all campuses.
  init?(
    of stored: StoredCatalog, _ all: Plan, _ request: CatalogRequest, at moment: Instant,
    load: @escaping @Sendable () async throws(SessionError) -> Catalog
  ) async throws(SessionError) {
    let store = try stored.required
    let feeds = all.readings.map(\.feed.id)
    let states = { () async throws(SessionError) in
      try await SessionError.ofStore { () async throws(StoreError) in try await store.states(of: feeds) }
    }
    let first = try await states()
    guard first.values.reduce(0, { $0 + ($1.lastGood?.entries ?? 0) }) >= Self.threshold else { return nil }
    let registry = Self.fingerprint(request, at: moment)
    let key = IndexKey(states: first, registry: registry, program: request.version)
    self.load = load
    events = request.indexEvents
    path = "\(stored.path).index"
    do {
      // Results that another run stores in the meantime must not be indexed under this key.
      let isCurrent = { () async throws(SessionError) in
        IndexKey(states: try await states(), registry: registry, program: request.version) == key
      }
      let parts = { (plan: Plan) async throws -> CatalogParts in
        let run = await StoredCatalog.run(plan, in: store, at: moment, now: request.now)
        // A result that cannot be read now must not stay missing from the index.
        if let error = run.storeErrors.first { throw error }
        return run.parts
      }
      var state = CatalogIndex.state(path: path, key: key)
      if case .outdated(let campuses) = state {
        let changed =
          campuses.isEmpty
          ? CatalogParts(generatedAt: moment, campuses: [], feeds: [], parts: [])
          : try await parts(Plan(selecting: RunSelection(campuses: campuses.sorted()), from: all.registry))
        guard try await isCurrent() else { return nil }
        state = try CatalogIndex.update(changed, of: campuses, key: key, path: path).map { .current($0) } ?? .absent
      }
      switch state {
      case .current(let index): self.index = index
      case .absent:
        events(.building(path: path))
        let parts = try await parts(all)
        guard try await isCurrent() else { return nil }
        index = try CatalogIndex.build(parts, key: key, path: path)
      case .busy, .outdated:
        events(.busy)
        return nil
      }
    } catch let error as SessionError {
      throw error
    } catch {
      events(.failed((error as? StoreError).map { SessionError($0).message } ?? "the stored results cannot be read"))
      return nil
    }
  }

  /// Answers a query; nil if the index cannot answer it or cannot be read. A damaged index is emptied.
  func answer(_ query: PlaceQuery, by rule: StatusRule) -> QueryResults<PlaceListing>? {
    answer { (index) throws(StoreError) in try index.answer(query, by: rule) }
  }

  /// Returns the words of a search that no place has, with similar words; nil if the index cannot be read.
  func similarWords(to search: SearchText, campuses: Set<CampusID>) -> [SimilarWords]? {
    answer { (index) throws(StoreError) in try index.similarWords(to: search, campuses: campuses) }
  }

  private func answer<Answer>(_ ask: (CatalogIndex) throws(StoreError) -> Answer?) -> Answer? {
    do throws(StoreError) {
      return try ask(index)
    } catch {
      let detail = SessionError(error).message
      let isDamaged = error.reason == .storeCorrupt
      events(isDamaged ? .damaged(detail) : .unreadable(detail))
      if isDamaged { CatalogIndex.reset(path: path) }
      return nil
    }
  }

  /// Returns everything that determines the entries, besides the results and the program.
  private static func fingerprint(_ request: CatalogRequest, at moment: Instant) -> String {
    let parts =
      [request.registry.correctionsInForce(at: moment).map { $0 ? "1" : "0" }.joined()]
      + request.registryFiles.map { String(decoding: $0, as: UTF8.self) }
    return parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
  }
}

/// An event of the index of a large store.
public enum IndexEvent: Sendable, Hashable {
  /// The index is about to be built, which takes a while.
  case building(path: String)
  /// Another process is building it; queries are answered without it.
  case busy
  /// It could not be built or updated; queries are answered without it.
  case failed(String)
  /// It cannot be read now; a query is answered without it.
  case unreadable(String)
  /// It is damaged and was emptied; the next session rebuilds it.
  case damaged(String)
}
