/// An adapter that may not be allowed to run.
package protocol RefusableAdapter: FeedAdapter {
  /// Why the adapter may not run now; nil if it may.
  var refusal: AdapterError? { get }
}
