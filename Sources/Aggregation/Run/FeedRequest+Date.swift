import FeedKit
import OpeningHours

extension FeedRequest {
  /// Returns the request with the dates in its addresses filled in: `{date}` is a date such as 2026-11-21, and `{date+7}` and `{date-1}` are
  /// other days.
  ///
  /// - Parameter date: the campus's date; nil to leave the addresses as they are, as for a recording.
  func dated(_ date: LocalDate?) -> FeedRequest {
    guard let date, addresses.contains(where: { $0.url.contains("{date") }) else { return self }
    return with(
      addresses.map { address in
        let url = address.url.replacing(/\{date([+-][0-9]{1,3})?\}/) { match in
          let days = match.output.1.flatMap { Int($0) } ?? 0
          return "\(date.adding(days: days) ?? date)"
        }
        return FeedAddress(url, isFrozen: address.isFrozen)
      })
  }
}
