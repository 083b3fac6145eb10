import Dispatch

extension Array where Element: Sendable {
  /// Transforms the elements in parallel.
  ///
  /// - Throws: the error of the first element that could not be transformed.
  package func concurrentMap<Value, Failure: Error>(
    _ transform: @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var results = [Result<Value, Failure>?](repeating: nil, count: count)
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: count) { index in
        results[index] = Result { () throws(Failure) in try transform(self[index]) }
      }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for result in results { if let result { values.append(try result.get()) } }
    return values
  }
}
