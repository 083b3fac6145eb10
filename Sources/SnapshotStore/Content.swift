import CampusCatalog
import FeedKit
import Foundation
import StoreInterface

/// A content as it is stored: its bytes, compressed and sealed where that makes them fewer.
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
      throw StoreError(.storeFull, "\(what()) has \(content.count) bytes; a content may have \(Self.largest)")
    }
    let id = ContentID(of: content)
    guard ContentID(name) == id else { throw StoreError(.storeCorrupt, "\(what()) is not the content that its SHA-256 names") }
    try self.init(packing: content, id: id, level: level, what())
  }

  /// - Parameter id: its name, which is known to be right.
  init(packing content: [UInt8], id: ContentID, level: Int32, _ what: @autoclosure () -> String) throws(StoreError) {
    guard content.count <= Self.largest else {
      throw StoreError(.storeFull, "\(what()) has \(content.count) bytes; a content may have \(Self.largest)")
    }
    self.id = id
    size = content.count
    guard let frame = Zstandard.compressed(content, level: level, below: content.count - Seal.size) else {
      coding = .raw
      bytes = Data(content)
      return
    }
    coding = .zstd
    bytes = frame + Seal(id, size, frame).bytes
  }

  /// A content that was read, not yet verified.
  init(id: ContentID, size: Int, coding: Coding, bytes: Data) {
    self.id = id
    self.size = size
    self.coding = coding
    self.bytes = bytes
  }

  /// The bytes as they were given, verified.
  ///
  /// - Parameter byName: by their SHA-256, also where a seal tells that what is kept of them is whole.
  func unpacked(byName: Bool = false) throws(StoreError) -> [UInt8] {
    let isSealed = try isSealed()
    guard let content = decoded(), isSealed && !byName || ContentID(of: content) == id else { throw damage }
    return content
  }

  /// Whether its seal tells that it is whole. False for a content that has none: one that is not compressed, or that an earlier
  /// version kept.
  ///
  /// - Throws: for a seal that is broken, and for one on what cannot be unpacked to the size that it names.
  func isSealed() throws(StoreError) -> Bool {
    guard coding == .zstd, let seal = Seal(at: bytes.suffix(Seal.size)) else { return false }
    guard seal == Seal(id, size, bytes.dropLast(Seal.size)), (0...Self.largest).contains(size), Zstandard.size(of: bytes) == size else {
      throw damage
    }
    return true
  }

  /// Unpacks a sealed content.
  ///
  /// - Parameter target: as many bytes as `size` says.
  func unpack(into target: UnsafeMutableRawBufferPointer) throws(StoreError) {
    guard Zstandard.unpack(bytes, into: target) else { throw damage }
  }

  private var damage: StoreError { StoreError(.storeCorrupt, "the content \(id) is damaged") }

  private func decoded() -> [UInt8]? {
    guard (0...Self.largest).contains(size) else { return nil }
    return switch coding {
    case .raw: bytes.count == size ? Array(bytes) : nil
    case .zstd: Zstandard.content(of: bytes, size: size)
    }
  }
}
