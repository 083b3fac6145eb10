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
  let room: TapeCheck.Room

  /// Idle parsers are kept as long as all of them together can read texts of this many bytes.
  private static let mostIdle = 96 << 20
  private static let mostKept = 8
  private struct Idle: @unchecked Sendable { var parsers: [(handle: OpaquePointer, room: TapeCheck.Room)] = [] }
  private static let idle = Guarded(Idle())

  /// - Parameter capacity: the size of the text to come: a pooled parser that need not grow for it is preferred.
  init(capacity: Int) throws(JSONError) {
    let pooled = Self.idle.withLock { idle in
      let fitting = idle.parsers.firstIndex { csimdjson_parser_capacity($0.handle) >= capacity }
      return fitting.map { idle.parsers.remove(at: $0) } ?? idle.parsers.popLast()
    }
    guard let handle = pooled?.handle ?? csimdjson_parser_create() else {
      throw JSONError(.size, offset: 0, line: 1, column: 1, message: "out of memory")
    }
    self.handle = handle
    room = pooled?.room ?? .allocate()
  }

  deinit {
    let parser = (handle: handle, room: room)
    let kept =
      Self.idle.withLock { idle in
        let all = idle.parsers.reduce(csimdjson_parser_capacity(parser.handle)) { $0 + csimdjson_parser_capacity($1.handle) }
        guard idle.parsers.count < Self.mostKept, all <= Self.mostIdle else { return false }
        idle.parsers.append(parser)
        return true
      }
    if kept { return }
    csimdjson_parser_destroy(parser.handle)
    parser.room.deallocate()
  }
}

/// The index of the next backslash at or after `from`.
func memchrIndex(_ base: UnsafePointer<UInt8>, from: Int, count: Int) -> Int? {
  guard let hit = memchr(base + from, Int32(UInt8(ascii: "\\")), count - from) else { return nil }
  return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
}
