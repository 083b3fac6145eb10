import Basics
import CSimdJSON

/// A simdjson parser, taken from a small pool and returned to it, so that reading many texts allocates buffers once.
final class PooledParser: @unchecked Sendable {
  let handle: OpaquePointer
  private let isPooled: Bool

  /// The combined capacity of pooled parsers, in bytes of text.
  private static let maximumPooledBytes = 96 << 20
  /// The maximum number of idle parsers. Others are freed after use.
  private static let maximumPooledParsers = 8
  private static let idle = Guarded<[OpaquePointer]>([])

  /// - Parameters:
  ///   - capacity: the size of the text in bytes. A pooled parser that does not have to grow is preferred.
  ///   - isPooled: whether the parser comes from the pool and returns to it.
  init(capacity: Int, isPooled: Bool) throws(JSONError) {
    self.isPooled = isPooled
    let pooled = Self.idle.withLock { idle -> OpaquePointer? in
      guard isPooled else { return nil }
      let fitting = idle.firstIndex { csimdjson_parser_capacity($0) >= capacity }
      return fitting.map { idle.remove(at: $0) } ?? idle.popLast()
    }
    guard let handle = pooled ?? csimdjson_parser_create() else { throw JSONError(code: .size, message: "out of memory") }
    self.handle = handle
  }

  deinit {
    let parser = handle
    let isReturned =
      isPooled
      && Self.idle.withLock { idle in
        let all = idle.reduce(csimdjson_parser_capacity(parser)) { $0 + csimdjson_parser_capacity($1) }
        guard idle.count < Self.maximumPooledParsers, all <= Self.maximumPooledBytes else { return false }
        idle.append(parser)
        return true
      }
    if !isReturned { csimdjson_parser_destroy(parser) }
  }
}
