package import Testing

/// Runs the tests of a suite on separate threads, because they wait for programs (`ProgramThreads`).
package struct WaitsForPrograms: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ProgramThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitsForPrograms {
  package static var waitsForPrograms: Self { Self() }
}
