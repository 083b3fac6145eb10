extension Table {
  /// Returns the rules of a proposed mapping, a row for each with its confidence and the reason.
  static func lines(
    ofProposal rules: [(field: String, rule: String, confidence: String, evidence: String)], on terminal: Terminal
  ) -> [String] {
    let columns: [Column] = [
      .init(title: "FIELD", minimum: 12, isWhole: true), .init(title: "CONFIDENCE", minimum: 6, isWhole: true),
      .init(title: "RULE", minimum: 24), .init(title: "EVIDENCE", minimum: 30),
    ]
    return lines(columns, rules.map { [.init($0.field), .init($0.confidence), .init($0.rule), .init($0.evidence)] }, on: terminal)
  }
}
