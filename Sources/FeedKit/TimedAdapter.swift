/// An adapter that runs outside of this process, so that it does not notice by itself that the time of a run is over.
package protocol TimedAdapter: FeedAdapter {
  /// Returns this adapter with a time limit.
  ///
  /// - Parameter remaining: returns the time until the deadline of the run; nil if there is none.
  func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter
}
