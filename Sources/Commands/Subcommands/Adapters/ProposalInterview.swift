import AdapterWorkbench
import FeedKit

/// Asks about the rules of a proposal that are not certain, with the values that each of them reads from the reply.
struct ProposalInterview {
  private(set) var proposal: MappingProposal

  init(about proposal: MappingProposal) { self.proposal = proposal }

  /// Asks about one rule after the other. Each answer may change the rules that follow.
  mutating func ask(_ interview: inout Interview) throws(Failure) {
    var asked: Set<String> = []
    while let guess = proposal.guesses.first(where: { !asked.contains($0.field) && Self.isUncertain($0) }) {
      asked.insert(guess.field)
      Console.draw(Self.lines(about: guess).map { PlainText.visible($0, isOneLine: true) + "\n" }.joined())
      let question = "Which one? (number, \(Self.canBeOmitted(guess) ? "- to leave it out, " : "")or a rule)"
      proposal = try interview.ask(question, default: "1") { (answer) throws(Failure) in
        do throws(MappingProposal.Fault) { return try changed(guess, answer) } catch { throw Failure(.usage, error.message) }
      }
    }
  }

  /// A rule with low confidence, one of several likely ones, or one that decides about categories or hours.
  private static func isUncertain(_ guess: MappingProposal.Guess) -> Bool {
    guess.confidence == .low
      || guess.confidence == .medium && (!guess.alternatives.isEmpty || ["category", "hours"].contains(guess.field))
  }

  private static func canBeOmitted(_ guess: MappingProposal.Guess) -> Bool { !MappingProposal.neededFields.contains(guess.field) }

  /// Returns the rules to choose from, each after the values it reads.
  private static func lines(about guess: MappingProposal.Guess) -> [String] {
    let options = [(guess.rule, guess.example)] + guess.alternatives.map { ($0.rule, $0.example) }
    return ["", "\(guess.field): \(guess.evidence)"]
      + options.enumerated().map { index, option in
        let (rule, example) = option
        return "  \(index + 1)  \(example.isEmpty ? rule.prefix(longestRule) : "\(example)  \(rule.prefix(longestRule))")"
      }
  }

  private static let longestRule = 100

  /// Returns the proposal with the rule that an answer means: a number, "-", a JSON Pointer, or a rule in JSON.
  private func changed(_ guess: MappingProposal.Guess, _ answer: String) throws(MappingProposal.Fault) -> MappingProposal {
    var changed = proposal
    if answer == "-" {
      try changed.omit(guess.field)
    } else if let number = Int(answer) {
      guard (1...guess.alternatives.count + 1).contains(number) else {
        throw MappingProposal.Fault(message: "answer 1\(guess.alternatives.isEmpty ? "" : " to \(guess.alternatives.count + 1)")")
      }
      if number > 1 { try changed.choose(guess.alternatives[number - 2].rule, for: guess.field) }
    } else if let first = answer.first, "/{[\"".contains(first) {
      try changed.choose(first == "/" ? "\"\(answer)\"" : answer, for: guess.field)
      let example = changed.guesses.first { $0.field == guess.field }?.example ?? ""
      guard !example.isEmpty || guess.example.isEmpty else { throw MappingProposal.Fault(message: "the first records have nothing there") }
      if !example.isEmpty { Console.draw("  reads \(PlainText.visible(example, isOneLine: true))\n") }
    } else {
      throw MappingProposal.Fault(message: "answer with a number, or with a rule such as /name")
    }
    return changed
  }
}
