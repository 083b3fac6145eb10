import ArgumentParser
import CatalogServer
import Foundation

/// Keeps the catalog of a site current: reads the feeds that are due, or follows what other runs store.
///
/// If that fails, the site shows its last catalog, with its age.
struct SiteKeeper: Sendable {
  let site: CatalogSite
  let options: CatalogOptions
  /// The time between the starts of two runs; nil to read no feeds.
  let refreshSeconds: Int?
  /// The state of the file to follow, from before the first catalog was read; nil if there is none.
  let file: FileState?

  /// How often to look whether the file has changed, without runs of its own.
  private static let lookSeconds = 5

  /// Runs until the task is cancelled.
  func run() async {
    if let refreshSeconds { await refresh(every: refreshSeconds) } else { await follow() }
  }

  // MARK: - Reading feeds

  private func refresh(every seconds: Int) async {
    let clock = ContinuousClock()
    while !Task.isCancelled {
      let start = clock.now
      do {
        report(try await refresh())
      } catch {
        if !Task.isCancelled { complain(error) }
      }
      try? await clock.sleep(until: start.advanced(by: .seconds(seconds)))
    }
  }

  /// Reads the feeds that are due and shows the results. Returns the reports of all feeds.
  private func refresh() async throws -> [FeedReport] {
    let settings = try Settings.current()
    let plan = try options.plan(settings)
    let store = StoreChoice.file(path: try options.storePath(settings))
    let log = EventLog(format: .text, isVerbose: false, clock: settings.environment.clock)
    let network = try NetworkOptions.parse([])
      .source(plan.registry, settings, jobs: nil, store: store, recording: nil) { log.take($0) }
    let run = try await CatalogRun.read(.network(network, plan), now: settings.environment.now)
    let errors = await run.finish()
    try await show()
    if let error = errors.first { throw error }
    return run.catalog.feeds
  }

  private func report(_ feeds: [FeedReport]) {
    let failed = feeds.filter { !$0.outcome.isDelivered && $0.outcome != .disabled }
    let rest = failed.isEmpty ? "" : "; not readable now: \(failed.map(\.id.description).joined(separator: ", "))"
    Console.note("read \(feeds.count - failed.count) of \(feeds.count) feeds\(rest)")
  }

  // MARK: - Following a file

  private func follow() async {
    guard var shown = file else { return }
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(Self.lookSeconds))
      let current = FileState(of: shown.path)
      if current == shown || Task.isCancelled { continue }
      // Taken before the catalog is read: what is stored meanwhile is found the next time.
      shown = current
      do { try await show() } catch { complain(error) }
    }
  }

  private func show() async throws {
    guard let session = try await options.sessionIfAny() else { return }
    await site.replace(try await SiteSnapshot(session))
  }

  private func complain(_ error: any Error) {
    let message = Failure(error)?.message ?? "\(error)"
    Console.error("\(message); the site shows the last catalog that was read")
  }
}

/// What tells whether a file, or the log of a store beside it, has changed.
struct FileState: Equatable, Sendable {
  let path: String
  private let parts: [[String]]

  init(of path: String) {
    self.path = path
    parts = [path, "\(path)-wal"].map { path in
      let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
      // Opening a store makes a log, which is empty until something is stored.
      if attributes[.size] as? Int == 0 { return [] }
      // As text, a date has no fractions of a second, in which a store may change twice.
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      return [FileAttributeKey.systemFileNumber, .size].map { "\(attributes[$0] ?? "")" } + ["\(modified ?? 0)"]
    }
  }
}
