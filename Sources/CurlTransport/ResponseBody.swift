import CampusCatalog
import FeedKit
import Fetching
import Glibc

/// Gathers the body of a response: counts, undoes content codings, stops at limits.
final class ResponseBody {
  /// Room behind the last byte: a parser of JSON may look there.
  static let padding = 64
  /// No more is set aside on a server's word.
  private static let mostReserved = 8 << 20
  /// From so many bytes on they move in pieces of this size.
  private static let piece = 1 << 20

  private(set) var bytes: [UInt8] = []
  private(set) var wireBytes = 0

  private let limits: HTTPLimits
  private var decoders: [any ContentDecoder] = []
  /// What each decoder has given so far.
  private var decoded: [Int] = []
  private var expected: Int?
  /// No body that is taken is longer.
  private var most = 0

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// - Throws: `body.encoding` for codings that are not understood, `body.too_large` by the word of `Content-Length`.
  func begin(length: Int?, codings: [String]) throws(TransportFailure) {
    if let length, length > limits.wireBytes {
      throw TransportFailure(
        .bodyTooLarge, "Content-Length is more than \(limits.wireBytes) bytes", fields: growth + [LogField("want", length)])
    }
    expected = length
    decoders = try ContentCoding.decoders(codings)
    decoded = Array(repeating: 0, count: decoders.count)
    most = decoders.isEmpty ? min(limits.decodedBytes, length ?? limits.wireBytes) : limits.decodedBytes
    if decoders.isEmpty, let length, length > limits.decodedBytes { throw tooLarge(limits.decodedBytes) }
    let size = min(length ?? 0, Self.mostReserved)
    if size > 0 { bytes.reserveCapacity(min(decoders.isEmpty ? size : size * 4, Self.mostReserved, most) + Self.padding) }
  }

  /// - Throws: `body.encoding`, `body.too_large`.
  func take(_ piece: UnsafeRawBufferPointer) throws(TransportFailure) {
    wireBytes += piece.count
    guard wireBytes <= limits.wireBytes else { throw tooLarge(limits.wireBytes) }
    try pass(piece, to: 0)
  }

  /// - Throws: `body.truncated`, `body.encoding`.
  func finish() throws(TransportFailure) {
    if let expected, wireBytes != expected {
      throw TransportFailure(.bodyTruncated, "got \(wireBytes) of \(expected) bytes", wireBytes: wireBytes, fields: progress)
    }
    for decoder in decoders {
      do { try decoder.finish() } catch { throw error.with(wireBytes: wireBytes) }
    }
    makeRoom(for: 0)
  }

  private func pass(_ piece: UnsafeRawBufferPointer, to stage: Int) throws(TransportFailure) {
    guard stage < decoders.count else {
      guard bytes.count + piece.count <= limits.decodedBytes else { throw tooLarge(limits.decodedBytes) }
      makeRoom(for: piece.count)
      bytes.append(contentsOf: piece)
      return
    }
    try decoders[stage].decode(piece) { output throws(TransportFailure) in
      decoded[stage] += output.count
      guard decoded[stage] <= limits.decodedBytes else { throw tooLarge(limits.decodedBytes) }
      if decoded[stage] > limits.ratioAfter, decoded[stage] / max(1, limits.ratio) > wireBytes {
        throw TransportFailure(.bodyTooLarge, "grew to more than \(limits.ratio) times its size", fields: growth)
      }
      try pass(output, to: stage + 1)
    }
  }

  /// Room that is set aside and not used costs nothing; room beyond the limit would never be used.
  private func makeRoom(for count: Int) {
    let needed = bytes.count + count + Self.padding
    guard bytes.capacity < needed else { return }
    let capacity = count == 0 ? needed : max(needed, min(bytes.capacity * 2, most + Self.padding))
    if bytes.count < Self.piece { bytes.reserveCapacity(capacity) } else { move(to: capacity) }
  }

  /// Moves the bytes to a larger place, piece by piece. What has moved is given back to the system at once: there are never two copies
  /// of a large body.
  private func move(to capacity: Int) {
    var old: [UInt8] = []
    swap(&old, &bytes)
    bytes = Array(unsafeUninitializedCapacity: capacity) { target, count in
      old.withUnsafeMutableBytes { source in
        while count < source.count {
          let size = min(Self.piece, source.count - count)
          UnsafeMutableRawBufferPointer(target)[count...].copyBytes(from: source[count..<(count + size)])
          Self.giveBack(source[count..<(count + size)])
          count += size
        }
      }
    }
  }

  /// Lets the system take the pages that lie wholly within bytes that nobody reads again.
  private static func giveBack(_ bytes: Slice<UnsafeMutableRawBufferPointer>) {
    let page = Int(getpagesize())
    guard let start = UnsafeMutableRawBufferPointer(rebasing: bytes).baseAddress else { return }
    let first = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + UInt(page) - 1) & ~(UInt(page) - 1))
    let skipped = first.map { $0 - start } ?? 0
    let size = (bytes.count - skipped) / page * page
    if let first, size > 0 { madvise(first, size, MADV_DONTNEED) }
  }

  /// With all that stands between its chunks.
  var tooLong: TransportFailure { tooLarge(limits.wireBytes) }

  private func tooLarge(_ limit: Int) -> TransportFailure {
    TransportFailure(.bodyTooLarge, "the body is longer than \(limit) bytes", wireBytes: wireBytes, fields: growth)
  }

  /// How much came, and of how much, where that was told.
  var progress: [LogField] { expected.map { [LogField("got", wireBytes), LogField("want", $0)] } ?? [LogField("got", wireBytes)] }

  /// How much the body is after its codings, and how many times its size as it came.
  private var growth: [LogField] {
    let most = decoded.max() ?? wireBytes
    return [LogField("decoded", most), LogField("ratio", most / max(1, wireBytes))]
  }
}

extension TransportFailure {
  func with(wireBytes: Int) -> TransportFailure {
    TransportFailure(reason, detail, wireBytes: wireBytes, isLocalLimit: isLocalLimit, isDamage: isDamage, fields: fields)
  }
}
