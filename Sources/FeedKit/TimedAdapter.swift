/// An adapter that runs outside this process, and so cannot notice the deadline of a run by itself.
package protocol TimedAdapter: FeedAdapter {
  /// Returns this adapter with a time limit.
  ///
  /// - Parameter remaining: returns the time until the deadline of the run; nil if there is none.
  func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter
}
