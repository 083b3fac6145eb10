import ScriptedServer
import TestKit

extension [Step] {
  /// Returns steps that send the same bytes in random pieces, with pauses between them, and may end without announcing it in TLS.
  func varied(_ random: inout SeededGenerator) -> [Step] {
    var steps: [Step] = []
    for step in self {
      guard case .send(let bytes) = step, bytes.count > 1 else {
        steps.append(step)
        continue
      }
      let cuts = (0..<random.number(0...3)).map { _ in random.number(1...bytes.count - 1) }
      var start = 0
      for cut in Set(cuts).sorted() {
        steps += [.send(Array<UInt8>(bytes[start..<cut])), .pause(.milliseconds(random.number(0...20)))]
        start = cut
      }
      steps.append(.send(Array<UInt8>(bytes[start...])))
    }
    if random.number(0...1) == 0 { steps.append(.vanish) }
    return steps
  }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
