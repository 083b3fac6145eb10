/// An adapter that runs outside this process: it may not be allowed to run, and it cannot notice the deadline of a run by itself.
package protocol ExternalAdapter: FeedAdapter {
  /// Why the adapter may not run now; nil if it may.
  var refusal: AdapterError? { get }

  /// Returns this adapter with a time limit.
  ///
  /// - Parameter remaining: returns the time until the deadline of the run; nil if there is none.
  func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter
}
