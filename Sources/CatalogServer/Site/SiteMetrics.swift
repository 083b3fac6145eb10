import Basics
import CampusCatalog
import OpeningHours

/// Counts requests and their latencies, for `/metrics`.
final class SiteMetrics: Sendable {
  private struct Counts {
    /// Requests by the first digit of their status.
    var byClass = [Int](repeating: 0, count: 6)
    /// Requests by latency: at most each bound, and longer ones.
    var byLatency = [Int](repeating: 0, count: SiteMetrics.bounds.count + 1)
    var seconds = 0.0
    /// Requests for a published catalog by result.
    var catalogResults: [CatalogResult: Int] = [:]
    /// When the published catalog was last known to be current.
    var catalogCheckedAt: Instant?
  }

  /// The result of a request for a published catalog.
  enum CatalogResult: String, CaseIterable { case new, unchanged, failed }

  /// The upper bounds of latencies in seconds.
  private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
  private let counts = Guarded(Counts())

  func note(status: Int, since start: ContinuousClock.Instant) {
    let elapsed = start.duration(to: .now)
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    counts.withLock { counts in
      counts.byClass[min(max(status / 100, 0), 5)] += 1
      counts.byLatency[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
      counts.seconds += seconds
    }
  }

  func noteCatalog(_ result: CatalogResult, at now: Instant) {
    counts.withLock { counts in
      counts.catalogResults[result, default: 0] += 1
      if result != .failed { counts.catalogCheckedAt = now }
    }
  }

  /// Returns the counts as text for Prometheus (text format 0.0.4), with the counts of the feeds.
  func text(_ snapshot: SiteSnapshot?, at now: Instant) -> String {
    let counts = counts.withLock { $0 }
    var lines = ["# HELP aggregate_requests_total Requests by the class of their status.", "# TYPE aggregate_requests_total counter"]
    lines += (1...5).map { "aggregate_requests_total{status=\"\($0)xx\"} \(counts.byClass[$0])" }
    lines += ["# HELP aggregate_request_seconds Times to make answers.", "# TYPE aggregate_request_seconds histogram"]
    var sum = 0
    for (bound, count) in zip(Self.bounds, counts.byLatency) {
      sum += count
      lines.append("aggregate_request_seconds_bucket{le=\"\(bound)\"} \(sum)")
    }
    let total = counts.byLatency.reduce(0, +)
    lines += [
      "aggregate_request_seconds_bucket{le=\"+Inf\"} \(total)", "aggregate_request_seconds_sum \(counts.seconds)",
      "aggregate_request_seconds_count \(total)",
    ]
    if !counts.catalogResults.isEmpty {
      lines += [
        "# HELP aggregate_catalog_requests_total Requests for the published catalog by their result.",
        "# TYPE aggregate_catalog_requests_total counter",
      ]
      lines += CatalogResult.allCases.map {
        "aggregate_catalog_requests_total{result=\"\($0.rawValue)\"} \(counts.catalogResults[$0] ?? 0)"
      }
    }
    if let checkedAt = counts.catalogCheckedAt {
      lines += [
        "# HELP aggregate_catalog_age_seconds The time since the published catalog was last known to be current.",
        "# TYPE aggregate_catalog_age_seconds gauge",
        "aggregate_catalog_age_seconds \(max(0, now.secondsSinceEpoch - checkedAt.secondsSinceEpoch))",
      ]
    }
    guard let catalog = snapshot?.catalog else { return lines.joined(separator: "\n") + "\n" }
    lines += ["# HELP aggregate_feed_info Feeds by their outcome.", "# TYPE aggregate_feed_info gauge"]
    lines += catalog.feeds.map { "aggregate_feed_info{feed=\"\($0.id)\",outcome=\"\($0.outcome.rawValue)\"} 1" }
    lines += [
      "# HELP aggregate_feed_age_seconds The time since a feed was last known to be current.", "# TYPE aggregate_feed_age_seconds gauge",
    ]
    for feed in catalog.feeds {
      guard let seen = feed.checkedAt ?? feed.fetchedAt else { continue }
      lines.append("aggregate_feed_age_seconds{feed=\"\(feed.id)\"} \(max(0, now.secondsSinceEpoch - seen.secondsSinceEpoch))")
    }
    lines += [
      "# HELP aggregate_entries Entries in the catalog.", "# TYPE aggregate_entries gauge", "aggregate_entries \(catalog.entries.count)",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
