import Basics
import NIOCore

/// Keeps answers that have been made, so that many clients who ask the same question cost little more than one.
///
/// An answer depends only on the snapshot, the address and the minute. Those that depend on the minute are forgotten when it is over. While an
/// answer is made, others who ask for it wait for the same one.
final class AnswerCache: Sendable {
  private struct Contents {
    var minute: Int64 = 0
    var answers: [String: Answer] = [:]
    var tasks: [String: Task<Answer, any Error>] = [:]
    var bytes = 0
  }

  private static let mostAnswers = 1_000
  private static let mostBytes = 64 << 20
  private let contents = Guarded(Contents())

  /// The key of an answer: the format that the client prefers, and the address.
  static func key(_ format: ExportFormat, _ target: String) -> String { format == .json ? target : "\(format.rawValue) \(target)" }

  /// Returns a kept answer; nil if there is none.
  func kept(_ key: String, at minute: Int64) -> Answer? {
    contents.withLock { contents in contents.minute == minute ? contents.answers[key] : nil }
  }

  /// Returns the kept answer, or else makes one.
  func answer(_ key: String, at minute: Int64, make: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
    let task = contents.withLock { contents -> Task<Answer, any Error> in
      Self.begin(minute, &contents)
      if let answer = contents.answers[key] { return Task { answer } }
      if let task = contents.tasks[key] { return task }
      let task = Task { try await make() }
      contents.tasks[key] = task
      return task
    }
    let result = await task.result
    contents.withLock { contents in
      // Otherwise, somebody who waited for the same answer has kept it already, or the minute is over.
      guard contents.minute == minute, contents.tasks.removeValue(forKey: key) != nil else { return }
      if case .success(let answer) = result, answer.status == 200 { Self.keep(answer, key, &contents) }
    }
    return try result.get()
  }

  private static func begin(_ minute: Int64, _ contents: inout Contents) {
    if contents.minute == minute { return }
    contents.minute = minute
    contents.tasks = [:]
    contents.answers = contents.answers.filter { !$0.value.isTimely }
    contents.bytes = contents.answers.values.reduce(0) { $0 + $1.document.body.readableBytes }
  }

  private static func keep(_ answer: Answer, _ key: String, _ contents: inout Contents) {
    let bytes = answer.document.body.readableBytes
    if bytes > mostBytes { return }
    if contents.answers.count >= mostAnswers || contents.bytes + bytes > mostBytes { (contents.answers, contents.bytes) = ([:], 0) }
    contents.answers[key] = answer
    contents.bytes += bytes
  }
}
