package import CampusCatalog
import FeedKit
package import Fetching
package import OpeningHours

/// Plans the next poll of feeds, from their states after the last one.
package enum WorkPlan {
  /// Returns one line for each feed that is due, the results of all other feeds, and the lines of campuses and servers, sorted by key.
  ///
  /// Feeds that are read by programs are disabled (`work.program`).
  ///
  /// - Parameters:
  ///   - states: the states of feeds after the last run.
  ///   - servers: the states of servers after the last run.
  ///   - now: the time of the poll.
  ///   - options: which feeds are due anyway.
  package static func lines(
    of plan: Plan, states: [FeedID: FeedState] = [:], servers: [HostState] = [], at now: Instant, _ options: PollOptions = PollOptions()
  ) async -> [WorkLine] {
    var due: [(reading: Plan.Reading, state: FeedState?)] = []
    var lines: [WorkLine] = []
    let store = WorkStore()
    let scope = CatalogScope(plan)
    for reading in plan.readings {
      let feed = reading.feed
      let state = states[feed.id]
      if let refusal = reading.refusal ?? refusal(of: reading) {
        let result = FeedResult(of: feed, refusedFor: refusal.reason, refusal.detail)
        lines.append(.result(WorkResult(result, of: reading, state: state, scope)))
        continue
      }
      let known = FeedState.current(state, reading).state
      let acceptance = Acceptance(reading: reading, options: options, now: now)
      if let reason = acceptance.reasonToSkip(known) {
        let decision = acceptance.serve(known, reason, acceptance.detail(of: reason, known))
        let result = await decision.result(of: feed, from: store)
        lines.append(.result(WorkResult(result, of: reading, state: state, scope)))
      } else {
        due.append((reading, state))
      }
    }
    let holds = Dictionary(servers.map { ($0.origin, $0.notBefore) }) { first, _ in first }
    let groups = ServerGroups(due.map(\.reading.feed))
    lines += due.map { reading, state in
      let feed = reading.feed
      let (server, group) = groups.names(of: feed)
      let demanded = [state?.notBefore, holds[server] ?? nil].compactMap { $0 }.max()
      return .feed(
        WorkFeed(
          feed, in: plan.registry, server: server, group: group, notBefore: demanded.flatMap { $0 > now ? $0 : nil },
          isAccepted: options.accepted.contains(feed.id), state: state, scope: feed.readsCatalogs ? scope.of(feed) : nil))
    }
    lines += campuses(of: plan).map { .campus($0) }
    lines += servers.map { .server(WorkServer($0, group: groups.group(of: $0.origin))) }
    let keys = lines.map(\.key)
    return lines.indices.sorted { keys[$0] < keys[$1] }.map { lines[$0] }
  }

  /// Returns the campuses of the feeds, and those that catalogs may deliver, as far as something is known about them.
  private static func campuses(of plan: Plan) -> [WorkCampus] {
    let catalogs = plan.readings.map(\.feed).filter(\.readsCatalogs)
    let declarations = CampusDeclarations(plan.registry, catalogs: catalogs)
    let known = Dictionary(plan.registry.campuses.map { ($0.id, $0) }) { first, _ in first }
    let declared = declarations.campuses
    let delivered = Set(catalogs.flatMap(\.campuses))
    let wanted = Set(plan.readings.map(\.feed.campus.id)).union(
      delivered.filter { known[$0] != nil || declared.contains($0) })
    return wanted.sorted().map { declarations.campus($0, known[$0]) }
  }

  private static func refusal(of reading: Plan.Reading) -> (reason: ReasonCode, detail: String?)? {
    guard reading.adapter is any ExternalAdapter else { return nil }
    return (.workProgram, "aggregate work runs no programs; read this feed with aggregate collect, or with a mapping")
  }
}
