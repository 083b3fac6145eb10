import CCodings
import FeedKit
import Fetching

/// A decoder for gzip (one or more members) and deflate (with a zlib wrapper, as the RFC requires, or raw, as some servers send it).
final class ZlibDecoder: ContentDecoder {
  enum Form {
    case gzip
    case deflate
  }

  private let form: Form
  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutableRawBufferPointer
  /// The length of the header that identifies the format; nil if it has none.
  private var head: UInt?
  private var isOpen = false
  /// Whether the last member is complete.
  private var hasEnded = false

  init(_ form: Form) {
    self.form = form
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(byteCount: ContentCoding.chunkSize, alignment: 16)
  }

  deinit {
    if isOpen { inflateEnd(stream) }
    stream.deallocate()
    output.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) throws(TransportFailure) -> Void
  ) throws(TransportFailure) {
    guard let base = input.bindMemory(to: UInt8.self).baseAddress, !input.isEmpty else { return }
    if !isOpen { try open(first: input[0]) }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: base)
    stream.pointee.avail_in = UInt32(input.count)
    while true {
      if hasEnded, stream.pointee.avail_in > 0 {
        // Another gzip member may follow. zlib rejects anything else.
        guard form == .gzip, inflateReset(stream) == Z_OK else { throw ContentCoding.failure("bytes after the end of a coding") }
        hasEnded = false
      }
      stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_out = UInt32(output.count)
      let result = inflate(stream, Z_NO_FLUSH)
      let count = output.count - Int(stream.pointee.avail_out)
      if count > 0 { try emit(UnsafeRawBufferPointer(rebasing: output[..<count])) }
      switch result {
      case Z_STREAM_END:
        hasEnded = true
        if stream.pointee.avail_in == 0 { return }
      case Z_OK:
        if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return }
      case Z_BUF_ERROR where stream.pointee.avail_in == 0:
        return
      default:
        throw damage()
      }
    }
  }

  func finish() throws(TransportFailure) {
    guard !hasEnded else { return }
    let detail = "a \(form == .gzip ? "gzip" : "deflate") stream without its end"
    throw isOpen && head == nil ? ContentCoding.failure(detail) : ContentCoding.damage(detail)
  }

  /// Returns the failure for invalid data: damage if the stream has a valid header.
  private func damage() -> TransportFailure {
    let name = form == .gzip ? "gzip" : "deflate"
    guard let head, stream.pointee.total_in > head else { return ContentCoding.failure("no \(name) stream") }
    return ContentCoding.damage("a damaged \(name) stream")
  }

  /// Initializes zlib. A deflate stream has a zlib wrapper (RFC 1950) if its first byte has the method 8 and a window of up to 32 KiB;
  /// otherwise it is raw (RFC 1951).
  private func open(first: UInt8) throws(TransportFailure) {
    let window: Int32
    switch form {
    case .gzip: (window, head) = (MAX_WBITS + 16, 10)
    case .deflate where first & 0x8f == 8: (window, head) = (MAX_WBITS, 2)
    case .deflate: window = -MAX_WBITS
    }
    guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ContentCoding.failure("no memory for a content coding")
    }
    isOpen = true
  }
}
