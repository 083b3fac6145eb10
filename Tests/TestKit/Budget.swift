import Foundation

/// The number of cases for each property. `Scripts/test` tries a few, always the same; `Scripts/soak` tries many more, different each time.
///
///     @Test(arguments: Budget.seeds(20)) func textRoundTrips(seed: UInt64) throws
package enum Budget {
  /// The factor for the number of cases, from `AGGREGATE_SOAK`; 1 in an ordinary run.
  package static let factor = max(1, number("AGGREGATE_SOAK") ?? 1)

  package static var isSoak: Bool { factor > 1 }

  private static let firstSeed = UInt64(number("AGGREGATE_SEED") ?? 0)

  private static func number(_ variable: String) -> Int? { ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } }

  /// Returns the number of cases of a property.
  ///
  /// - Parameter usual: the number in an ordinary run, which should take less than a second.
  package static func count(_ usual: Int) -> Int { usual * factor }

  /// Returns a generator for the cases of a property.
  package static func generator(_ seed: UInt64) -> SeededGenerator { SeededGenerator(seed: firstSeed + seed) }

  /// Returns the seeds of the cases of a property.
  package static func seeds(_ usual: Int) -> Range<UInt64> { firstSeed..<firstSeed + UInt64(count(usual)) }
}
