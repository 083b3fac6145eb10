import Basics
import CSimdJSON

/// A simdjson parser, taken from a small pool and returned to it, so that reading many texts allocates buffers once.
final class PooledParser: @unchecked Sendable {
  let handle: OpaquePointer

  /// The combined capacity of pooled parsers, in bytes of text.
  private static let maximumPooledBytes = 96 << 20
  /// The maximum number of idle parsers. Others are freed after use.
  private static let maximumPooledParsers = 8
  private static let idle = Guarded<[OpaquePointer]>([])

  /// - Parameter capacity: the size of the text in bytes. A pooled parser that does not have to grow is preferred.
  init(capacity: Int) throws(JSONError) {
    let pooled = Self.idle.withLock { idle in
      let fitting = idle.firstIndex { csimdjson_parser_capacity($0) >= capacity }
      return fitting.map { idle.remove(at: $0) } ?? idle.popLast()
    }
    guard let handle = pooled ?? csimdjson_parser_create() else { throw JSONError(code: .size, message: "out of memory") }
    self.handle = handle
  }

  deinit {
    let parser = handle
    let isPooled =
      Self.idle.withLock { idle in
        let all = idle.reduce(csimdjson_parser_capacity(parser)) { $0 + csimdjson_parser_capacity($1) }
        guard idle.count < Self.maximumPooledParsers, all <= Self.maximumPooledBytes else { return false }
        idle.append(parser)
        return true
      }
    if !isPooled { csimdjson_parser_destroy(parser) }
  }
}
