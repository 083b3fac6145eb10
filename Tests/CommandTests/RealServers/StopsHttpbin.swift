import Testing

/// Stops httpbin when the suite with this trait has ended.
struct StopsHttpbin: SuiteTrait, TestScoping {
  var isRecursive: Bool { false }

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    defer { Httpbin.shared?.stop() }
    try await function()
  }
}
