import CSimdJSON
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one owner of a C parser. Its buffers go back to a small pool, so that a run of many feeds allocates them once.
struct PooledParser: ~Copyable, @unchecked Sendable {
  let handle: OpaquePointer

  /// Idle parsers are kept as long as all of them together can read texts of this many bytes.
  private static let mostIdle = 96 << 20
  private static let mostKept = 8
  private struct Idle: @unchecked Sendable { var handles: [OpaquePointer] = [] }
  private static let idle = Guarded(Idle())

  /// - Parameter capacity: the size of the text to come: a pooled parser that need not grow for it is preferred.
  init(capacity: Int) throws(JSONError) {
    let pooled = Self.idle.withLock { idle in
      let fitting = idle.handles.firstIndex { csimdjson_parser_capacity($0) >= capacity }
      return fitting.map { idle.handles.remove(at: $0) } ?? idle.handles.popLast()
    }
    guard let handle = pooled ?? csimdjson_parser_create() else {
      throw JSONError(.size, offset: 0, line: 1, column: 1, message: "out of memory")
    }
    self.handle = handle
  }

  deinit {
    let handle = self.handle
    let kept =
      Self.idle.withLock { idle in
        let all = idle.handles.reduce(csimdjson_parser_capacity(handle)) { $0 + csimdjson_parser_capacity($1) }
        guard idle.handles.count < Self.mostKept, all <= Self.mostIdle else { return false }
        idle.handles.append(handle)
        return true
      }
    if !kept { csimdjson_parser_destroy(handle) }
  }
}

/// The index of the next backslash at or after `from`.
func memchrIndex(_ base: UnsafePointer<UInt8>, from: Int, count: Int) -> Int? {
  guard let hit = memchr(base + from, Int32(UInt8(ascii: "\\")), count - from) else { return nil }
  return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
}
