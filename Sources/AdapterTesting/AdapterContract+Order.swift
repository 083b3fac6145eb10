import CampusCatalog
import FeedKit
import TestKit

extension AdapterContract {
  /// Shuffles the records of each reply, and the keys of all objects, five times. The entries must stay the same, byte for byte; notes may
  /// differ.
  func checkOrder(_ whole: Reading) async -> [ContractFailure] {
    var generator = SeededGenerator(seed: seed)
    for round in 1...5 {
      var shuffled = bodies
      for (request, pointer) in records.sorted(by: { $0.key < $1.key }) {
        guard let body = bodies[request], let tree = JSONTree(parsing: body),
          case .array(var list)? = tree.value(at: JSONTree.steps(pointer)[...])
        else { continue }
        list.shuffle(using: &generator)
        guard let changed = tree.replacing(JSONTree.steps(pointer)[...], with: .array(list)) else { continue }
        shuffled[request] = changed.shufflingKeys(&generator).bytes
      }
      guard let reading = try? await read(shuffled) else {
        return [ContractFailure(.orderFree, "refused when shuffled (seed \(seed), round \(round))")]
      }
      if let (left, right) = zip(reading.entries, whole.entries).first(where: { $0 != $1 }) {
        let (found, wanted) = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        return [
          ContractFailure(.orderFree, "other entries when shuffled (seed \(seed), round \(round)): \(found) instead of \(wanted)")
        ]
      }
      if reading.entries.count != whole.entries.count { return [ContractFailure(.orderFree, "another number of entries when shuffled")] }
    }
    return []
  }
}
