import FeedKit

/// Collects and decodes the body of a response, and enforces limits.
final class ResponseBody {
  /// Spare capacity after the last byte, which the JSON parser may read.
  static let padding = 64
  /// The maximum capacity to reserve based on `Content-Length`.
  private static let maximumReserved = 8 << 20
  /// A body that grows beyond this size gets the maximum capacity, so that there are never two copies of a large body.
  private static let largeSize = 1 << 20

  private(set) var bytes: [UInt8] = []
  /// The number of bytes received, before decoding.
  private(set) var wireBytes = 0

  private let limits: HTTPLimits
  private var stages: [Stage] = []
  /// The `Content-Length`; nil if it is unknown.
  private var expected: Int?
  private var maximumSize = 0

  private final class Stage {
    let decoder: any ContentDecoder
    /// The buffer for decoded bytes. The next stage takes all of them before more are decoded.
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    var count = 0

    init(_ decoder: any ContentDecoder) { self.decoder = decoder }

    deinit { output.deallocate() }
  }

  init(_ limits: HTTPLimits) { self.limits = limits }

  /// Prepares for a body.
  ///
  /// - Parameters:
  ///   - length: the `Content-Length`; nil if unknown.
  ///   - codings: the content codings, in the order in which the server applied them.
  /// - Throws: `body.encoding` for unsupported codings, `body.too_large` if `Content-Length` exceeds a limit.
  func begin(length: Int?, codings: [String]) throws(TransportFailure) {
    if let length, length > limits.wireBytes {
      throw TransportFailure(
        .bodyTooLarge, "Content-Length is more than \(limits.wireBytes) bytes", fields: growth + [LogField("want", length)])
    }
    expected = length
    stages = try ContentCoding.decoders(codings).map(Stage.init)
    maximumSize = stages.isEmpty ? min(limits.decodedBytes, length ?? limits.wireBytes) : limits.decodedBytes
    if stages.isEmpty, let length, length > limits.decodedBytes { throw tooLarge(limits.decodedBytes) }
    let size = min(length ?? 0, Self.maximumReserved)
    if size > 0 { bytes.reserveCapacity(min(stages.isEmpty ? size : size * 4, Self.maximumReserved, maximumSize) + Self.padding) }
  }

  /// - Throws: `body.encoding` or `body.too_large`.
  func take(_ piece: UnsafeRawBufferPointer) throws(TransportFailure) {
    wireBytes += piece.count
    guard wireBytes <= limits.wireBytes else { throw tooLarge(limits.wireBytes) }
    try pass(piece, to: 0)
  }

  /// - Throws: `body.truncated` or `body.encoding`.
  func finish() throws(TransportFailure) {
    if let expected, wireBytes != expected {
      throw TransportFailure(.bodyTruncated, "got \(wireBytes) of \(expected) bytes", wireBytes: wireBytes, fields: progress)
    }
    for stage in stages where !stage.decoder.hasEnded { throw stage.decoder.missingEnd.with(wireBytes: wireBytes) }
    makeRoom(for: 0)
  }

  /// Passes bytes through the decoders from `index` on and appends the output of the last one. Size and ratio are limited at each stage,
  /// before the next one gets the bytes.
  private func pass(_ piece: UnsafeRawBufferPointer, to index: Int) throws(TransportFailure) {
    guard index < stages.count else {
      guard bytes.count + piece.count <= limits.decodedBytes else { throw tooLarge(limits.decodedBytes) }
      makeRoom(for: piece.count)
      bytes.append(contentsOf: piece)
      return
    }
    let stage = stages[index]
    var rest = piece
    var isFull = false
    while !rest.isEmpty || isFull {
      let count = try stage.decoder.decode(&rest, into: stage.output)
      isFull = count == stage.output.count && !stage.decoder.hasEnded
      stage.count += count
      guard stage.count <= limits.decodedBytes else { throw tooLarge(limits.decodedBytes) }
      if stage.count > limits.ratioAfter, stage.count / max(1, limits.ratio) > wireBytes {
        throw TransportFailure(
          .bodyTooLarge, "the body grew to more than \(limits.ratio) times its size when it was decoded", fields: growth)
      }
      if count > 0 { try pass(UnsafeRawBufferPointer(rebasing: stage.output[..<count]), to: index + 1) }
    }
  }

  /// Grows the buffer. Unused capacity costs nothing, and capacity beyond the limit would never be used.
  private func makeRoom(for count: Int) {
    let needed = bytes.count + count + Self.padding
    guard bytes.capacity < needed else { return }
    let capacity = needed > Self.largeSize ? maximumSize + Self.padding : min(bytes.capacity * 2, maximumSize + Self.padding)
    bytes.reserveCapacity(max(needed, capacity))
  }

  private func tooLarge(_ limit: Int) -> TransportFailure {
    TransportFailure(.bodyTooLarge, "the body is longer than \(limit) bytes", wireBytes: wireBytes, fields: growth)
  }

  /// Log fields with the number of bytes received and expected.
  var progress: [LogField] { expected.map { [LogField("got", wireBytes), LogField("want", $0)] } ?? [LogField("got", wireBytes)] }

  /// Log fields with the decoded size and the compression ratio.
  private var growth: [LogField] {
    let most = stages.map(\.count).max() ?? wireBytes
    return [LogField("decoded", most), LogField("ratio", most / max(1, wireBytes))]
  }
}

extension TransportFailure {
  /// Returns a copy with another number of body bytes.
  func with(wireBytes: Int) -> TransportFailure {
    TransportFailure(reason, detail, wireBytes: wireBytes, isLocalLimit: isLocalLimit, isDamage: isDamage, fields: fields)
  }
}
