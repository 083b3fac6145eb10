import CCodings
import FeedCore
import Foundation

/// A content as it is stored: its bytes, compressed where that makes them fewer.
struct Content: Sendable {
  enum Coding: String, Sendable { case zstd, raw }

  /// Larger contents are neither stored nor read.
  static let largest = 256 << 20

  let id: ContentID
  /// Bytes before compression.
  let size: Int
  let coding: Coding
  let bytes: Data

  /// A content on its way in.
  ///
  /// - Parameters:
  ///   - name: the SHA-256 that it must have.
  ///   - level: zstd's: more is smaller and slower.
  ///   - what: for the error's text.
  init(packing content: [UInt8], named name: String, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    guard content.count <= Self.largest else {
      throw StoreError("store.full", "\(what()) has \(content.count) bytes; a content may have \(Self.largest)")
    }
    id = ContentID(of: content)
    guard ContentID(name) == id else { throw StoreError("store.corrupt", "\(what()) is not the content that its SHA-256 names") }
    size = content.count
    var packed = Data(count: content.count)
    let count = packed.withUnsafeMutableBytes { target in
      // Room for fewer bytes than there are: what does not fit is not worth it.
      ZSTD_compress(target.baseAddress, max(0, target.count - 1), content, content.count, level)
    }
    if ZSTD_isError(count) == 0, count < content.count {
      coding = .zstd
      packed.count = count
      bytes = packed
    } else {
      coding = .raw
      bytes = Data(content)
    }
  }

  /// A content that was read, not yet verified.
  init(id: ContentID, size: Int, coding: Coding, bytes: Data) {
    self.id = id
    self.size = size
    self.coding = coding
    self.bytes = bytes
  }

  /// The bytes as they were given, verified.
  func unpacked() throws(StoreError) -> [UInt8] {
    guard let content = decoded(), ContentID(of: content) == id else {
      throw StoreError("store.corrupt", "the content \(id) is damaged")
    }
    return content
  }

  private func decoded() -> [UInt8]? {
    guard (0...Self.largest).contains(size) else { return nil }
    switch coding {
    case .raw: return bytes.count == size ? Array(bytes) : nil
    case .zstd:
      return bytes.withUnsafeBytes { source -> [UInt8]? in
        guard ZSTD_getFrameContentSize(source.baseAddress, source.count) == UInt64(size) else { return nil }
        let content = [UInt8](unsafeUninitializedCapacity: size) { target, count in
          let written = ZSTD_decompress(target.baseAddress, size, source.baseAddress, source.count)
          count = ZSTD_isError(written) == 0 ? written : 0
        }
        return content.count == size ? content : nil
      }
    }
  }
}
