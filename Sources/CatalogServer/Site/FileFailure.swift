/// A file that could not be read. It is reported once in each state, and read again after pauses that grow.
struct FileFailure {
  /// The most looks at the file between two attempts.
  private static let mostLooks = 63

  let state: FileState
  private let pause: Int
  private var looks = 0

  init(_ state: FileState, after previous: FileFailure?) {
    self.state = state
    pause = previous?.state == state ? min((previous?.pause ?? 0) * 2 + 1, Self.mostLooks) : 1
  }

  /// Counts a look at the file, and returns whether it is too early to read it again in this state.
  mutating func isRecent(_ current: FileState) -> Bool {
    looks += 1
    return current == state && looks <= pause
  }
}
