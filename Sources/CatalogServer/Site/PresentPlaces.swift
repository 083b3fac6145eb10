import Basics
import CatalogQuery
import OpeningHours
import SimdJSON

/// The states of all places at one moment, computed once a minute, so that a question about the nearest open places costs no more than finding
/// them.
struct PresentPlaces: Sendable {
  let rule: StatusRule
  let states: PlaceStates

  init(_ places: NearestPlaces, by rule: StatusRule) {
    self.rule = rule
    states = PlaceStates(of: places) { PlaceState(rule.status(of: $0)) }
  }
}

/// The places of the last two moments that were asked about.
final class PlacesByMinute: Sendable {
  private let minutes = Guarded<[(moment: Instant, task: Task<PresentPlaces, Never>)]>([])
  private let make: @Sendable (Instant) -> PresentPlaces

  init(_ make: @escaping @Sendable (Instant) -> PresentPlaces) { self.make = make }

  /// Returns the places at a moment. The first request computes them, and others wait.
  func places(at moment: Instant) async -> PresentPlaces {
    let task = minutes.withLock { minutes in
      if let minute = minutes.first(where: { $0.moment == moment }) { return minute.task }
      let task = Task.detached { [make] in make(moment) }
      minutes = minutes.suffix(1) + [(moment, task)]
      return task
    }
    return await task.value
  }
}
