import FeedKit

extension AdapterContract {
  /// Shuffles the records of each reply, and the keys of all objects (in XML, attributes and elements with different names), five times.
  /// The entries must stay the same, byte for byte; notes may differ.
  func checkOrder(_ whole: Reading) async throws(ContractFailure) {
    var generator = SplitMix64(seed: seed)
    for round in 1...5 {
      var shuffled = bodies
      for array in arrays(in: bodies) {
        // Records with keys are shuffled together with these.
        let records = array.isKeyed ? array.records : array.records.shuffled(using: &generator)
        guard let changed = array.replacing(records) else { continue }
        shuffled[array.request] = changed.shufflingKeys(&generator).bytes
      }
      guard let reading = try? await read(shuffled) else {
        throw ContractFailure(.orderFree, "refused when shuffled (seed \(seed), round \(round))")
      }
      if let (left, right) = zip(reading.entries, whole.entries).first(where: { $0 != $1 }) {
        let (found, wanted) = (String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        throw ContractFailure(.orderFree, "other entries when shuffled (seed \(seed), round \(round)): \(found) instead of \(wanted)")
      }
      if reading.entries.count != whole.entries.count { throw ContractFailure(.orderFree, "another number of entries when shuffled") }
    }
  }

  /// Cuts each reply before every byte up to its last visible one, and a large one before some of them. All of these must be refused. CSV is
  /// left out: nothing in it says where it ends, so only the transport can tell.
  ///
  /// If a truncated reply is accepted, the failure says whether it produced an entry that the whole reply does not.
  func checkTruncation(_ whole: Reading) async throws(ContractFailure) {
    let known = Set(whole.entries)
    let requests = (try? await adapter.requests(for: feed)) ?? []
    let csv = Set(requests.filter { $0.format == .csv }.map(\.name))
    for (request, body) in bodies.sorted(by: { $0.key < $1.key }) where !csv.contains(request) {
      // White space at the end may be missing.
      let end = body.lastIndex { $0 > 0x20 } ?? -1
      for length in stride(from: 0, through: end, by: step(through: end)) {
        var cut = bodies
        cut[request] = Array(body.prefix(length))
        guard let reading = try? await read(cut) else { continue }
        if let wrong = reading.entries.first(where: { !known.contains($0) }) {
          throw ContractFailure(
            .truncation, "\(request) cut after \(length) bytes gives a wrong entry: \(String(decoding: wrong, as: UTF8.self))")
        }
        throw ContractFailure(.truncation, "\(request) cut after \(length) bytes is accepted")
      }
    }
  }
}
