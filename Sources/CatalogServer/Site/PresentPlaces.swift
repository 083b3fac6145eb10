import Basics
import SimdJSON

/// All places at one moment: their states, and what lists write about them. Made once a minute, so that a question about the nearest places costs
/// no more than finding them.
final class PresentPlaces: Sendable {
  let rule: StatusRule
  let states: PlaceStates
  /// The values of `status`, one after the other, in the order of the points of `NearestPlaces`: an answer needs those of places that are near
  /// each other, which are then near each other in memory, too.
  private let written: [UInt8]
  private let points: [(end: Int, changes: Instant?)]

  init(_ places: NearestPlaces, by rule: StatusRule) {
    self.rule = rule
    var points: [(end: Int, changes: Instant?)] = []
    var writer = JSONWriter()
    states = PlaceStates(of: places) { entry in
      let listing = rule.listing(entry)
      writer.truncate(to: writer.count)
      EntryListWriter.writeStatus(of: listing, to: &writer)
      points.append((writer.count, listing.changes))
      return PlaceState(listing.status)
    }
    (written, self.points) = (writer.bytes, points)
  }

  /// When the status of a place changes, or its sentence; nil if never.
  func change(of place: NearPlace) -> Instant? { points[place.point].changes }

  /// Calls `body` with the written status of a place.
  func withStatus<Result>(of place: NearPlace, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = place.point == 0 ? 0 : points[place.point - 1].end
    return written.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<points[place.point].end])) }
  }
}

/// The places of this minute and of the next one.
final class PlacesByMinute: Sendable {
  private struct Minute {
    let moment: Instant
    let task: Task<PresentPlaces, Never>
    /// What the task has made.
    var places: PresentPlaces?
  }

  private let minutes = Guarded<[Minute]>([])
  private let make: @Sendable (Instant) -> PresentPlaces

  init(_ make: @escaping @Sendable (Instant) -> PresentPlaces) { self.make = make }

  /// Returns the places at a moment, if they have been made.
  func made(at moment: Instant) -> PresentPlaces? {
    minutes.withLock { minutes in minutes.first { $0.moment == moment }?.places }
  }

  /// Returns the places at a moment. The first who asks makes them, and others wait.
  func places(at moment: Instant) async -> PresentPlaces { await prepare(moment).value }

  /// Begins to make the places at a moment, unless that has begun. Only those of two moments are kept.
  @discardableResult
  func prepare(_ moment: Instant) -> Task<PresentPlaces, Never> {
    minutes.withLock { minutes in
      if let minute = minutes.first(where: { $0.moment == moment }) { return minute.task }
      let task = Task.detached {
        let places = self.make(moment)
        self.minutes.withLock { minutes in
          if let index = minutes.firstIndex(where: { $0.moment == moment }) { minutes[index].places = places }
        }
        return places
      }
      minutes = minutes.suffix(1) + [Minute(moment: moment, task: task)]
      return task
    }
  }
}
