public import OpeningHours

/// Whether a place is open at a moment, until when, and the same in words. From a list of the server, or computed from hours.
public struct PlaceStatus: Codable, Sendable, Hashable {
  public enum State: String, Codable, Sendable, Hashable, CaseIterable {
    case open, closed, unknown
  }

  public var state: State
  /// When the state ends; nil if no end is known. "Closes at" of an open place.
  public var until: Instant?
  /// The next opening of a closed place; nil if it is not known.
  public var opens: Instant?
  /// Why the state is unknown: `hours.none`, `hours.after`, `hours.before`, `hours.gap` or `feed.old`.
  public var because: String?
  /// The status in words: "Open until 22:00".
  public var sentence: String

  public init(state: State, until: Instant? = nil, opens: Instant? = nil, because: String? = nil, sentence: String) {
    (self.state, self.until, self.opens, self.because, self.sentence) = (state, until, opens, because, sentence)
  }

  /// Creates the status in words.
  ///
  /// - Parameters:
  ///   - zone: the zone of the place, in which times are written.
  ///   - isNow: whether the moment is the reader's, so that other days may be called "tomorrow".
  init(_ status: Status, at moment: Instant, in zone: Zone, style: RegionalStyle, isNow: Bool) {
    state = status.isOpen ? .open : status.isClosed ? .closed : .unknown
    (until, opens) = (status.until, status.opens)
    because = status.unknownReason?.code
    sentence = status.sentence(at: moment, in: zone, style: style, isNow: isNow)
  }
}
