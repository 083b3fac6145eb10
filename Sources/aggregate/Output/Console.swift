#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import CampusCatalog
import Foundation

/// The one place that prints.
enum Console {
  /// A line on stderr, made safe to show.
  static func error(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((visible(line) + "\n").utf8))
  }

  /// People watch stderr.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Bytes on stderr as they are: for what is drawn on a terminal.
  static func draw(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

  /// Bytes on stdout.
  static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    do {
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
      try FileHandle.standardOutput.write(
        contentsOf: Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none))
    } catch {
      if FileError.isBrokenPipe(error) {
        // The reader has seen enough: end as programs do.
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
      }
      throw Failure(.local, "stdout can not be written: \(FileError.text(error))")
    }
  }

  static func write(_ text: String) throws(Failure) {
    var text = text
    let result = text.withUTF8 { utf8 in Result { try write(UnsafeRawBufferPointer(utf8)) } }
    do { try result.get() } catch let failure as Failure { throw failure } catch { throw Failure(.local) }
  }

  /// Text without what a terminal could take as a command: controls (bar line feeds), C1 and bidirectional controls.
  ///
  /// - Parameter isOneLine: line feeds become spaces too.
  static func visible(_ text: String, isOneLine: Bool = false) -> String {
    PlainText.visible(text, isOneLine: isOneLine)
  }
}
