import Basics
package import CampusCatalog
import FeedKit
package import Fetching
package import OpeningHours

/// Reads the feeds of lines that `WorkPlan` made, from the network or from recorded replies, and returns lines of results.
package struct WorkPoll: Sendable {
  /// The feeds of the input.
  package let plan: Plan
  /// The states of the feeds and servers.
  package let store: WorkStore
  /// The feeds to which no guard applies.
  package let accepted: Set<FeedID>
  private let input: WorkInput
  private let previous: PreviousResults

  /// - Parameters:
  ///   - input: may also have entries of the last good results.
  ///   - previous: has the entries of the last good results.
  ///   - bodies: returns the last accepted bodies; nil if bodies are not stored.
  ///   - journal: has the feeds that an interrupted poll of the same plan has finished. They are not polled again.
  /// - Throws: `PlanError`; `WorkError` for a journal of another plan.
  package init(
    _ input: WorkInput, previous: PreviousResults = PreviousResults(), bodies: WorkStore.Bodies? = nil, journal: WorkJournal = WorkJournal()
  ) throws {
    let input = try input.continuing(after: journal.finished)
    let previous = previous.preceded(by: journal.finished).preceded(by: input)
    self.input = input
    self.previous = previous
    store = WorkStore(input, previous: previous, bodies: bodies)
    accepted = Set(input.feeds.values.filter(\.isAccepted).map(\.feed.id))
    plan = try Plan(RunSelection(), in: Registry(input.feeds.values.map(\.registry)))
  }

  /// Whether there are last good results, and the entries of none of them are known.
  package var comparesNothing: Bool { previous.isEmpty && input.feeds.values.contains { ($0.state?.lastGood?.entries ?? 0) > 0 } }

  /// Writes the results of the feeds that were not due, as the plan has them, and the campuses.
  ///
  /// - Parameter write: receives whole lines.
  package func passOn(_ write: ([UInt8]) throws -> Void) async throws {
    for campus in input.campuses.values.sorted(by: { $0.id < $1.id }) { try write(WorkLine.campus(campus).bytes) }
    for result in input.results.values.sorted(by: { $0.report.id < $1.report.id }) {
      // A feed that is switched off keeps its entries for the run in which it is read again.
      let content = result.content ?? result.state?.lastGood?.content
      let lines = if let content { try await previous.lines(of: result.report.id, content) } else { nil as EntryLines? }
      try write(WorkLine.result(result).bytes + (lines.map { WorkLine.bytes(of: $0, of: result.report.id) } ?? []))
    }
  }

  /// Reads the feeds from the network.
  ///
  /// - Parameters:
  ///   - plan: `plan`, with the secrets of its feeds.
  ///   - write: receives the lines of one feed, in the order in which feeds finish; it may be called from any thread.
  package func read(_ plan: Plan, by aggregator: Aggregator, _ write: @escaping @Sendable ([UInt8]) -> Void) async {
    await aggregator.read(plan.readings) { index, result in
      guard let result else { return }
      let reading = plan.readings[index]
      self.write(result, of: reading, result.confirmations.first?.state ?? store.state(of: reading.feed.id), write)
    }
  }

  /// Reads the feeds from the network, those of each group of servers one after another: the next one after the result of the last one is
  /// written. So a poll that is killed loses one feed of each group.
  ///
  /// - Parameters:
  ///   - plan: `plan`, with the secrets of its feeds.
  ///   - changes: returns the states of servers that have changed.
  ///   - journal: receives the lines of one feed, and before its result those of servers that have changed since the last call; it calls
  ///     its second argument when they are written.
  package func readInTurn(
    _ plan: Plan, by aggregator: Aggregator, changes: @escaping @Sendable () -> [HostUpdate],
    _ write: @escaping @Sendable ([UInt8]) -> Void, journal: @escaping @Sendable ([UInt8], @escaping @Sendable () -> Void) -> Void
  ) async {
    let groups = Dictionary(grouping: plan.readings) { input.feeds[$0.feed.id]?.group ?? "" }
    let queue = Guarded(groups.sorted { $0.key < $1.key }.map { $0.value[...] }[...])
    let written = Guarded<[String: HostState]>([:])
    let single = Aggregator(aggregator.source, jobs: 1)
    await withTaskGroup(of: Void.self) { tasks in
      for _ in 0..<min(aggregator.jobs, groups.count) {
        tasks.addTask { [known = input.servers] in
          while var group = queue.withLock({ $0.popFirst() }), let reading = group.popFirst() {
            await single.read([reading]) { _, result in
              guard let result else { return }
              let lines = self.lines(of: result, reading, result.confirmations.first?.state ?? store.state(of: reading.feed.id))
              await withCheckedContinuation { finished in
                written.withLock { written in
                  let servers = changes().map(\.state).filter { written.updateValue($0, forKey: $0.origin) != $0 }
                  let states = servers.flatMap { WorkLine.server(WorkServer($0, group: known[$0.origin]?.group)).bytes }
                  journal(lines.entries + states + lines.result) { finished.resume() }
                }
              }
              write(lines.result + lines.entries)
            }
            if !group.isEmpty { queue.withLock { $0.append(group) } }
          }
        }
      }
    }
  }

  /// Reads the feeds from recorded replies.
  ///
  /// - Parameters:
  ///   - moment: the time of the poll whose replies they are.
  ///   - write: receives the lines of one feed, in the order in which feeds finish; it may be called from any thread.
  package func read(
    from transport: any Transport, at moment: Instant, jobs: Int, deadline: RunDeadline, _ write: @escaping @Sendable ([UInt8]) -> Void
  ) async {
    let source = RecordedSource(transport: transport, delivered: .replayed, store: store, deadline: deadline)
    await Aggregator(source, jobs: jobs).read(plan.readings) { index, result in
      guard var result else { return }
      let reading = plan.readings[index]
      var state = store.state(of: reading.feed.id)
      do throws(StoreError) {
        if result.report.outcome == .replayed { state = try source.update(result, reading, state, at: moment).state }
      } catch {
        result.fail(error)
      }
      self.write(result, of: reading, state, write)
    }
  }

  private func write(_ result: FeedResult, of reading: Plan.Reading, _ state: FeedState?, _ write: ([UInt8]) -> Void) {
    let lines = lines(of: result, reading, state)
    write(lines.result + lines.entries)
  }

  private func lines(of result: FeedResult, _ reading: Plan.Reading, _ state: FeedState?) -> (result: [UInt8], entries: [UInt8]) {
    let entries = result.lines?.linesInMemory.map { WorkLine.bytes(of: $0, of: reading.feed.id) } ?? []
    let scope = input.feeds[reading.feed.id]?.scope
    return (WorkLine.result(WorkResult(result, of: reading, state: state, scope)).bytes, entries)
  }

  /// Returns the lines of all servers, those that the poll has changed with their new states.
  package func servers(_ changes: [HostUpdate]) -> [UInt8] {
    var servers = input.servers
    for change in changes {
      let origin = change.state.origin
      servers[origin] = WorkServer(change.state, group: servers[origin]?.group)
    }
    return servers.sorted { $0.key < $1.key }.flatMap { WorkLine.server($0.value).bytes }
  }
}

extension Registry {
  /// Creates a registry with the feeds of others, each of which has one feed.
  fileprivate init(_ slices: [Registry]) {
    self.init(campuses: [])
    let slices = slices.filter { !$0.feeds.isEmpty }.sorted { $0.feeds[0].id < $1.feeds[0].id }
    feeds = slices.flatMap(\.feeds)
    campuses = Dictionary(slices.flatMap(\.campuses).map { ($0.id, $0) }) { first, _ in first }.values.sorted { $0.id < $1.id }
    for slice in slices { feedAdapters.merge(slice.feedAdapters) { first, _ in first } }
  }
}

extension WorkResult {
  /// - Parameter scope: what the run shows of a catalog; nil for other feeds.
  init(_ result: FeedResult, of reading: Plan.Reading, state: FeedState?, _ scope: CatalogScope?) {
    var report = result.withoutSecrets(of: reading.feed).report
    report.license = PlainText.line(reading.license)
    let content: String? =
      switch result.content {
      case .lines(let lines): lines.content ?? lines.linesInMemory.map { SHA256.hash($0.bytes).hexadecimal }
      case .entries(let entries): SHA256.hash(EntryLines(entries).bytes).hexadecimal
      case nil: nil
      }
    let catalog = result.upstream.flatMap { upstream in
      scope.map { WorkCatalog(upstream: $0.shown(of: upstream, from: reading.feed), heldFeeds: result.heldFeeds, moment: result.moment) }
    }
    self.init(report, priority: result.priority, content: content, state: state, catalog: catalog)
  }
}
