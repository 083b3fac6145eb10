import Foundation
import Glibc

/// The reason why a file cannot be used.
struct SystemError: Error {
  var text: String
  /// Whether the file has more bytes than may be read.
  var isTooLarge = false
}

extension SystemError {
  /// - Parameter code: the value of `errno`.
  init(code: Int32) { self.init(text: String(cString: strerror(code))) }

  /// Creates the error for an error of Foundation, with the system's description.
  init(_ error: any Error) {
    if let error = error as? SystemError {
      self = error
      return
    }
    let errors = [error as NSError, (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError].compactMap(\.self)
    let cause = errors.first { $0.domain == NSPOSIXErrorDomain }
    self.init(text: cause.map { String(cString: strerror(Int32($0.code))) } ?? (error as NSError).localizedDescription)
  }
}

extension UnsafeRawBufferPointer {
  /// Writes all bytes to a file. If it is non-blocking, which a process that shares it may have caused, waits until there is room.
  ///
  /// - Returns: 0, or the value of `errno`.
  func write(to descriptor: Int32) -> Int32 {
    var rest = self[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&stream, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
