import Glibc

/// Makes an adapter an executable, so that it can be built outside of this package. A program of one line:
///
///     await ExecutableAdapter.run(MyAdapter())
///
/// A registry file then names the program as the `command` of a feed with the adapter `exec`.
public enum ExecutableAdapter {
  /// Performs the verb in the last argument of the program, and ends the program.
  public static func run(_ adapter: some FeedAdapter) async -> Never {
    guard let name = CommandLine.arguments.last, CommandLine.arguments.count > 1, let verb = ExecutableVerb(rawValue: name) else {
      let verbs = ExecutableVerb.allCases.map(\.rawValue).joined(separator: ", ")
      write("The last argument must be one of \(verbs); aggregate runs this program.\n", to: STDERR_FILENO)
      exit(64)
    }
    do {
      let output = try await respond(adapter, to: verb, input: readInput())
      exit(write(String(decoding: output, as: UTF8.self) + "\n", to: STDOUT_FILENO) ? 0 : 74)
    } catch {
      write("\(error)\n", to: STDERR_FILENO)
      exit(65)
    }
  }

  /// Writes text, and returns whether all of it was written.
  @discardableResult private static func write(_ text: String, to stream: CInt) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(stream, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func readInput() -> [UInt8] {
    var input: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return input }
      input += buffer[..<count]
    }
  }

  /// Returns the document with which an adapter answers another one.
  ///
  /// - Throws: an error if the input is not a document of the verb.
  package static func respond(_ adapter: some FeedAdapter, to verb: ExecutableVerb, input: [UInt8]) async throws -> [UInt8] {
    if verb == .describe { return ExecutableOutput.bytes(of: adapter.manifest) }
    let input = try ExecutableInput(input, for: verb, adapter: adapter.manifest.id)
    do throws(AdapterError) {
      switch verb {
      case .describe: return []
      case .requests: return ExecutableOutput.bytes(of: try await adapter.requests(for: input.feed))
      case .followUps:
        guard let reply = input.replies.first else { return ExecutableOutput.bytes(of: []) }
        return ExecutableOutput.bytes(of: try await adapter.followUps(to: reply, for: input.feed))
      case .normalize:
        // No limits here: the program that reads the document applies them.
        var limits = FeedLimits()
        limits.notes = .max
        var draft = FeedDraft(for: input.feed, limits: limits, replies: input.replies.count)
        try await adapter.normalize(input.replies, of: input.feed, into: &draft)
        return ExecutableOutput.bytes(of: draft)
      }
    } catch {
      return ExecutableOutput.bytes(of: error)
    }
  }
}
