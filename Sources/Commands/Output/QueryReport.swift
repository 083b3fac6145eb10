/// Prints the answers to queries on an open catalog.
struct QueryReport {
  let options: QueryOptions
  let settings: Settings
  let session: CatalogSession
  /// The exit status; degraded if a feed is stale or absent.
  let status: ExitStatus

  var terminal: Terminal { Terminal.current(settings.environment.variables) }

  /// Returns a JSON document of entries, with the moment that the query is about.
  func document(total: Int) -> EntryListWriter { EntryListWriter(at: session.moment, in: session.zone, total: total) }

  /// Adds an entry with the information that depends on the moment: the status of a place, the phase of an alert.
  func add(_ entry: Entry, to document: inout EntryListWriter) {
    switch entry.details {
    case .place: document.add(session.rule.listing(entry))
    case .alert(let alert): document.add(AlertListing(entry: entry, alert: alert, phase: AlertPhase(of: alert, at: session.moment)))
    case .event, .quote: document.add(entry)
    }
  }

  /// Prints results as text or JSON and ends the command.
  func print<Item>(
    _ results: QueryResults<Item>, nothing: @autoclosure () -> String, add: (Item, inout EntryListWriter) -> Void,
    lines: ([Item]) -> [String]
  ) throws(Failure) {
    if options.output.format == .json {
      var document = document(total: results.total)
      for item in results.items {
        add(item, &document)
        try document.flush(Console.write)
      }
      try Console.write(document.finish())
    } else if results.total == 0 {
      Console.error(nothing())
    } else {
      let (shown, total) = (results.items.count, results.total)
      let more = shown < total ? [terminal.text("… and \(total - shown) more, \(total) in all", .faint)] : []
      try print(lines(results.items) + more)
    }
    try end()
  }

  func print(_ lines: [String]) throws(Failure) { try Console.write((lines + [""]).joined(separator: "\n")) }

  /// Ends a command whose answer has been printed.
  func end() throws(Failure) {
    if status != .delivered { throw Failure(status) }
  }
}

extension QueryReport {
  /// Returns the favorites; nil if there is no store yet.
  func favorites() async throws(Failure) -> [Favorite]? {
    let path = try options.storePath(settings)
    var store = session.store
    if store == nil { store = try StoreOption.openIfPresent(path) }
    do throws(StoreError) { return try await store?.favorites() } catch { throw Failure(error, at: path) }
  }

  /// Adds or removes favorites. Creates the store if there is none.
  func changeFavorites(_ change: (SnapshotStore) async throws(StoreError) -> Void) async throws(Failure) {
    let path: String
    do throws(Failure) { path = try options.storePath(settings) } catch { throw Failure(.usage, error.message ?? "there is no store") }
    do throws(StoreError) { try await SnapshotStore.using(path: path, change) } catch { throw Failure(error, at: path) }
  }
}
