/// How long people walk.
package enum WalkingTime {
  /// Returns the minutes to a place, rounded up and at least one.
  ///
  /// - Parameter meters: the distance as the crow flies. Paths are 1.3 times as long, at 80 meters a minute.
  package static func minutes(_ meters: Double) -> Int { max(1, Int((meters * 1.3 / 80).rounded(.up))) }
}
