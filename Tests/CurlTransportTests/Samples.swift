import CCodings

/// Bodies and their codings.
enum Samples {
  static let json = Array(
    #"[{"name":"Commons","open":true},{"name":"Houston","open":false},{"name":"1920 Commons","open":true}]"#.utf8)

  /// `json` as brotli.
  static let brotli = bytes(
    "1b6300402c0eccb39dce8634348ab39b3ed25a64ab6c6fc5b8258b4e57c3c8e484c9be36119d1c1ed4ff7df9a52d4f3c97c039960c7d8806dffe747f6502"
      + "0322f269005f60a8eed54abe680a639618")

  /// The letter a 300,000 times, as brotli.
  static let brotliBomb = bytes("5bdf930440222c1e0b24739100")

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, window: MAX_WBITS + 16) }

  /// - Parameter window: as zlib has it: + 16 for gzip, negative for raw deflate.
  static func deflate(_ bytes: [UInt8], window: Int32) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: bytes.count / 2 + 1000 + bytes.count)
    var input = bytes
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        CCodings.deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }

  static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
    return Array(output[..<count])
  }

  /// A frame of zstd that declares three bytes, and has three empty blocks.
  static let zstdOfMissingBytes = bytes("28 b5 2f fd 20 03  00 00 00  00 00 00  01 00 00")

  /// A frame of zstd with 6,477 letters, whose header ends with the bytes of an empty frame to skip.
  static let zstdWithFrameInHeader = bytes("28 b5 2f fd 50 2a 4d 18  00 00 00  00 00 00  6b ca 00 78")

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
