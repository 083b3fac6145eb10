#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import CampusCatalog
import Foundation

/// Prints to stdout and stderr. Nothing else does.
enum Console {
  /// A line on stderr, made safe to show.
  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((PlainText.visible(line) + "\n").utf8))
  }

  /// People watch stderr.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes text to stderr unchanged, for drawing on a terminal.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Bytes on stdout, all of them.
  ///
  /// - Throws: `brokenPipe` without a message if its reader went away, so that a run can still store what it learned; else exit 5.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(STDOUT_FILENO, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForRoom()
      case EPIPE: throw Failure(.brokenPipe)
      default: throw Failure(.local, "stdout cannot be written: \(SystemError(code: errno).text)")
      }
    }
  }

  /// Waits until stdout accepts more: a process that shares it may have made it non-blocking.
  private static func waitForRoom() {
    var stream = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    poll(&stream, 1, -1)
  }

  static func write(_ text: String) throws(Failure) {
    var text = text
    let result = text.withUTF8 { utf8 in Result { try write(UnsafeRawBufferPointer(utf8)) } }
    do { try result.get() } catch let failure as Failure { throw failure } catch { throw Failure(.local) }
  }
}
