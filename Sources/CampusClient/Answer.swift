public import OpeningHours

/// An answer of the client: a value, when the server last confirmed it, and where it came from.
public struct Answer<Value: Sendable>: Sendable {
  public let value: Value
  /// When the server last confirmed that the value is current.
  public let receivedAt: Instant
  public let origin: AnswerOrigin

  public init(_ value: Value, receivedAt: Instant, origin: AnswerOrigin) {
    (self.value, self.receivedAt, self.origin) = (value, receivedAt, origin)
  }

  /// Whether the value is stored because the servers did not answer.
  public var isOffline: Bool {
    if case .offline = origin { true } else { false }
  }

  /// Returns how old the answer is. Zero for a clock that was set back.
  public func age(at now: Instant) -> Duration {
    .seconds(max(now.secondsSinceEpoch - receivedAt.secondsSinceEpoch, 0))
  }

  /// Returns the answer with another value.
  public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
    Answer<Other>(transform(value), receivedAt: receivedAt, origin: origin)
  }
}

/// Where an answer came from.
public enum AnswerOrigin: Sendable, Hashable {
  /// The server sent it just now.
  case server
  /// It is stored, and the server said just now that it has not changed.
  case confirmed
  /// It is stored, and current for as long as the server has said.
  case cache
  /// It is stored, and the servers did not answer.
  case offline(ClientError)
}
