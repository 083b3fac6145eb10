import CCodings

/// A decoder for gzip (one or more members) and deflate (with a zlib wrapper, as the RFC requires, or raw, as some servers send it).
final class ZlibDecoder: ContentDecoder {
  private let isGzip: Bool
  private let stream: UnsafeMutablePointer<z_stream>
  /// The length of the header that identifies the format; nil if it has none.
  private var head: UInt?
  private var isOpen = false
  /// Whether the last member is complete.
  private(set) var hasEnded = false

  init(isGzip: Bool) {
    self.isGzip = isGzip
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isOpen { inflateEnd(stream) }
    stream.deallocate()
  }

  func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(TransportFailure) -> Int {
    if !isOpen { try open(first: input[0]) }
    if hasEnded {
      // Another gzip member may follow. zlib rejects anything else.
      guard isGzip, inflateReset(stream) == Z_OK else { throw ContentCoding.failure("bytes after the end of the compressed data") }
      hasEnded = false
    }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    let result = inflate(stream, Z_NO_FLUSH)
    input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.pointee.avail_in)))
    switch result {
    case Z_STREAM_END: hasEnded = true
    case Z_OK: break
    case Z_BUF_ERROR where input.isEmpty: break
    default: throw damage
    }
    return output.count - Int(stream.pointee.avail_out)
  }

  var missingEnd: TransportFailure {
    let detail = "a \(name) stream that is cut off"
    return isOpen && head == nil ? ContentCoding.failure(detail) : ContentCoding.damage(detail)
  }

  private var name: String { isGzip ? "gzip" : "deflate" }

  /// The failure for invalid data: damage if the stream has a valid header.
  private var damage: TransportFailure {
    guard let head, stream.pointee.total_in > head else { return ContentCoding.failure("no \(name) stream") }
    return ContentCoding.damage("a damaged \(name) stream")
  }

  /// Initializes zlib. A deflate stream has a zlib wrapper (RFC 1950) if its first byte has the method 8 and a window of up to 32 KiB;
  /// otherwise it is raw (RFC 1951).
  private func open(first: UInt8) throws(TransportFailure) {
    var window = -MAX_WBITS
    if isGzip {
      (window, head) = (MAX_WBITS + 16, 10)
    } else if first & 0x8f == 8 {
      (window, head) = (MAX_WBITS, 2)
    }
    guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ContentCoding.failure("no memory for a content coding")
    }
    isOpen = true
  }
}
