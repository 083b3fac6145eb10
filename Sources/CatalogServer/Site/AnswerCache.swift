import Basics
import NIOCore

/// Stores answers, so that many clients with the same question cost little more than one.
///
/// An answer depends only on the snapshot, the address and the minute. Those that depend on the minute are removed when it is over. While an
/// answer is made, other requests for it wait for the same one; when none of them waits any longer, it is canceled.
final class AnswerCache: Sendable {
  /// An answer that is being made.
  private struct Flight {
    let number: Int
    let task: Task<Answer, any Error>
    /// The number of clients who wait for it.
    var clients = 0
  }

  private struct Contents {
    var minute: Int64 = 0
    var answers: [String: Answer] = [:]
    var flights: [String: Flight] = [:]
    var started = 0
  }

  private static let answerLimit = 1_000
  private static let byteLimit = 128 << 20
  private let contents = Guarded(Contents())

  /// The documents of the stored answers.
  var documents: Set<ObjectIdentifier> { contents.withLock { Set($0.answers.values.map { ObjectIdentifier($0.document) }) } }

  /// Returns the stored answer; nil if there is none.
  func stored(_ key: String, at minute: Int64) -> Answer? {
    contents.withLock { contents in
      Self.begin(minute, &contents)
      return contents.answers[key]
    }
  }

  /// Returns the stored answer, or else makes one.
  ///
  /// - Parameters:
  ///   - key: the question, and the format that the client prefers.
  ///   - isTimely: whether answers of different minutes differ.
  func answer(
    _ key: String, at minute: Int64, isTimely: Bool, make: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let flightKey = isTimely ? "\(minute) \(key)" : key
    let (answer, flight): (Answer?, Flight?) = contents.withLock { contents in
      Self.begin(minute, &contents)
      if let answer = contents.answers[key] { return (answer, nil) }
      if contents.flights[flightKey] == nil {
        contents.started += 1
        let number = contents.started
        let task = Task {
          let result: Result<Answer, any Error>
          do { result = .success(try await make()) } catch { result = .failure(error) }
          finish(number, flightKey, result, key, minute)
          return try result.get()
        }
        contents.flights[flightKey] = Flight(number: number, task: task)
      }
      contents.flights[flightKey]?.clients += 1
      return (nil, contents.flights[flightKey])
    }
    if let answer { return answer }
    guard let flight else { throw CancellationError() }
    return try await withTaskCancellationHandler {
      try await flight.task.value
    } onCancel: {
      leave(flight.number, flightKey)
    }
  }

  private func finish(_ number: Int, _ flightKey: String, _ result: Result<Answer, any Error>, _ key: String, _ minute: Int64) {
    contents.withLock { contents in
      if contents.flights[flightKey]?.number == number { contents.flights[flightKey] = nil }
      guard case .success(let answer) = result, answer.status == 200, !answer.isTimely || contents.minute == minute else { return }
      Self.store(answer, key, &contents)
    }
  }

  /// Cancels an answer when its last client leaves.
  private func leave(_ number: Int, _ flightKey: String) {
    let task: Task<Answer, any Error>? = contents.withLock { contents in
      guard var flight = contents.flights[flightKey], flight.number == number else { return nil }
      flight.clients -= 1
      contents.flights[flightKey] = flight.clients > 0 ? flight : nil
      return flight.clients > 0 ? nil : flight.task
    }
    task?.cancel()
  }

  private static func begin(_ minute: Int64, _ contents: inout Contents) {
    if contents.minute == minute { return }
    contents.minute = minute
    removeTimely(&contents)
  }

  private static func removeTimely(_ contents: inout Contents) {
    contents.answers = contents.answers.filter { !$0.value.isTimely }
  }

  private static func store(_ answer: Answer, _ key: String, _ contents: inout Contents) {
    let bytes = answer.document.bytes
    if bytes > byteLimit { return }
    func isFull() -> Bool {
      contents.answers.count >= answerLimit || contents.answers.values.reduce(bytes) { $0 + $1.document.bytes } > byteLimit
    }
    // Exports take longer to make than lists.
    if isFull() { removeTimely(&contents) }
    if isFull() { contents.answers = [:] }
    contents.answers[key] = answer
  }
}
