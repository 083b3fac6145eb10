import Basics
public import FeedKit

/// An adapter that is an executable in any language: JSON in on stdin, JSON out on stdout.
///
/// The program only interprets replies. The engine sends the requests, to servers named in the feed's registry entry.
public struct ExecAdapter: FeedAdapter {
  public let manifest: AdapterManifest
  package let program: Program
  private let runner: any ProgramRunner
  private let limit: Duration
  private var remaining: @Sendable () -> Duration? = { nil }
  /// The user's trust in the program; nil if it is always trusted.
  package let trust: (any FeedTrust)?
  /// Shared by copies of this adapter: only one process of a feed runs at a time.
  private let turns = Turns()
  private let described = Guarded<ExecutableManifest?>(nil)

  /// - Parameters:
  ///   - requests: the names of the requests that the registry file has addresses for.
  ///   - timeout: the maximum time for one verb in seconds; nil for the limit's.
  ///   - runner: runs the program.
  ///   - trust: the user's trust in the program; nil if it is always trusted.
  public init(
    _ program: Program, requests: [String], timeout: Int? = nil, runner: any ProgramRunner, limits: ProgramLimits = ProgramLimits(),
    trust: (any FeedTrust)? = nil
  ) {
    manifest = AdapterManifest(
      id: "exec", version: program.version, title: program.path, summary: "A program that reads the feed.", homepage: "",
      requests: requests, cadence: 3600)
    self.program = program
    self.runner = runner
    self.trust = trust
    limit = .seconds(timeout ?? limits.seconds)
  }

  /// Returns the description of the program, which is read once.
  package func description(for feed: Feed) async throws(AdapterError) -> ExecutableManifest {
    if let known = described.withLock({ $0 }) { return known }
    let output = try await run(.describe, ExecutableInput(feed).bytes(for: .describe))
    let manifest: ExecutableManifest
    do { manifest = try ExecutableManifest(output) } catch { throw AdapterError(unexpected: error) }
    let names = manifest.requests.map(\.name)
    for name in self.manifest.requests where !names.contains(name) {
      throw AdapterError(.pluginProtocol, "the program has no request \"\(name)\"; it has \(names.joined(separator: ", "))")
    }
    described.withLock { $0 = manifest }
    return manifest
  }

  public func requests(for feed: Feed) async throws(AdapterError) -> [FeedRequest] {
    let manifest = try await description(for: feed)
    if manifest.verbs.contains(.requests) {
      let output = try await run(.requests, ExecutableInput(feed).bytes(for: .requests))
      return try ExecutableOutput.requests(in: output, of: feed, names: manifest.requests.map(\.name))
    }
    return manifest.requests.compactMap { request in
      guard let addresses = feed.addresses[request.name] else { return nil }
      return FeedRequest(request.name, addresses: addresses, isRequired: request.isRequired, format: request.format)
    }
  }

  public func followUps(to reply: FeedReply, for feed: Feed) async throws(AdapterError) -> [FeedRequest] {
    let manifest = try await description(for: feed)
    guard manifest.verbs.contains(.followUps) else { return [] }
    let output = try await run(.followUps, ExecutableInput(feed, replies: [reply]).bytes(for: .followUps))
    return try ExecutableOutput.requests(in: output, of: feed, names: manifest.requests.map(\.name), after: reply)
  }

  public func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) async throws(AdapterError) {
    guard !replies.isEmpty else { return }
    let output = try await run(.normalize, ExecutableInput(feed, replies: replies).bytes(for: .normalize))
    try ExecutableOutput.read(output, replies: replies, into: &draft)
  }

  /// Runs the program for a verb and returns its output.
  private func run(_ verb: ExecutableVerb, _ input: [UInt8]) async throws(AdapterError) -> [UInt8] {
    if let refusal { throw refusal }
    await turns.take()
    let time = min(limit, remaining() ?? limit)
    let result: ProgramResult
    if let problem = program.problem {
      result = ProgramResult(.spawn(problem))
    } else if time <= .zero {
      result = ProgramResult(.timeout)
    } else {
      result = await runner.run(program, arguments: [verb.rawValue], input: input, within: time)
    }
    await turns.leave()
    if let error = AdapterError(result, verb: verb) { throw error }
    return result.stdout
  }
}

extension ExecAdapter: ExternalAdapter {
  package func limited(to remaining: @escaping @Sendable () -> Duration?) -> any FeedAdapter {
    var adapter = self
    adapter.remaining = remaining
    return adapter
  }

  /// A program that cannot be run has another reason than one that may not.
  package var refusal: AdapterError? { program.problem == nil ? trust?.refusal : nil }
}
