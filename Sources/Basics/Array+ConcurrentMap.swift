import Dispatch

extension Array where Element: Sendable {
  /// Transforms the elements in parallel.
  ///
  /// - Throws: the error of the first element that could not be transformed.
  package func concurrentMap<Value>(_ transform: @Sendable (Element) throws -> Value) throws -> [Value] {
    var results = [Result<Value, any Error>?](repeating: nil, count: count)
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: count) { index in results[index] = Result { try transform(self[index]) } }
    }
    return try results.compactMap { try $0?.get() }
  }
}
