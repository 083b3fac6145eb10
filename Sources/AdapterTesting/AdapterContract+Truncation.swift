import FeedKit

extension AdapterContract {
  /// Cuts each reply before every byte up to its last visible one. All of these must be refused.
  ///
  /// If one is accepted, the failure says whether it gave an entry that the whole reply does not.
  func checkTruncation(_ whole: Reading) async -> [ContractFailure] {
    let known = Set(whole.entries)
    for (request, body) in bodies.sorted(by: { $0.key < $1.key }) {
      // White space at the end may be missing.
      let end = body.lastIndex { $0 > 0x20 } ?? -1
      for length in 0..<(end + 1) {
        var cut = bodies
        cut[request] = Array(body.prefix(length))
        guard let reading = try? await read(cut) else { continue }
        if let wrong = reading.entries.first(where: { !known.contains($0) }) {
          return [
            ContractFailure(
              .truncation, "\(request) cut after \(length) bytes gives a wrong entry: \(String(decoding: wrong, as: UTF8.self))")
          ]
        }
        return [ContractFailure(.truncation, "\(request) cut after \(length) bytes is accepted")]
      }
    }
    return []
  }
}
