public import FeedKit

/// A type that decides whether a program may be started.
public protocol ProgramPermission: Sendable {
  /// Why the program may not be started now; nil if it may. Asked before each start.
  var refusal: AdapterError? { get }
}
