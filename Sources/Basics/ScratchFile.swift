import Glibc

/// A file without a name for data that does not fit in memory. It disappears when it is no longer used, however the program ends.
///
/// It may be used from any thread. Concurrent calls for different positions do not affect each other.
package final class ScratchFile: Sendable {
  private let descriptor: CInt

  /// Creates an empty file.
  package init(in folder: String) throws(SystemCallError) {
    let path = "\(folder)/aggregate.\(PartFile.randomName())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemCallError(code: errno) }
    unlink(path)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes all bytes at a position.
  package func write(_ bytes: [UInt8], at position: Int) throws(SystemCallError) {
    var count = 0
    while count < bytes.count {
      let written = bytes[count...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(position + count)) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw SystemCallError(code: written < 0 ? errno : EIO) }
      count += written
    }
  }

  /// Fills a buffer with the bytes from a position on.
  ///
  /// - Throws: also if the file ends before.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) throws(SystemCallError) {
    var count = 0
    while count < buffer.count {
      let read = pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(position + count))
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw SystemCallError(code: read < 0 ? errno : EIO) }
      count += read
    }
  }
}
