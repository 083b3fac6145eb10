import Glibc

/// A file to which texts are appended, each of them whole or not at all. Devices and pipes are written directly.
struct AppendedFile {
  let path: String
  /// The prefix of each text in the file, if each text is one line: a truncated line left by a killed program is then removed. If nil, an
  /// appended text starts on a new line.
  let lineStart: String?
  let stores: StoreGuard

  /// Appends a text, durably.
  func append(_ text: String) throws(Failure) {
    let (descriptor, isRegular) = try open()
    defer { close(descriptor) }
    let start = isRegular ? try repair(descriptor) : nil
    var bytes = Array(text.utf8)
    if let start, start.needsNewline { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    var code = bytes.withUnsafeBytes { $0.write(to: descriptor) }
    if code == 0, isRegular, fsync(descriptor) != 0 { code = errno }
    guard code != 0 else { return }
    if let start { ftruncate(descriptor, start.size) }
    throw OutputFile.failure(path, code)
  }

  /// - Throws: `Failure` with exit code 5, also for a link that points outside its folder.
  private func open() throws(Failure) -> (descriptor: Int32, isRegular: Bool) {
    try stores.check(path)
    let target = try OutputFile.target(of: path)
    let isRegular = InputFile.isRegular(target) != false
    // Do not follow a dangling link either.
    let flags = O_APPEND | O_CLOEXEC | (isRegular ? O_CREAT | O_NOFOLLOW : 0)
    var descriptor = isRegular ? Glibc.open(target, O_RDWR | flags, 0o666) : -1
    if !isRegular || descriptor < 0 && errno == EACCES { descriptor = Glibc.open(target, O_WRONLY | flags, 0o666) }
    guard descriptor >= 0 else { throw OutputFile.failure(path) }
    return (descriptor, isRegular)
  }

  /// - Returns: the size of the file, and whether its last line is unterminated. A file that cannot be read is left as it is.
  private func repair(_ descriptor: Int32) throws(Failure) -> (size: Int, needsNewline: Bool) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OutputFile.failure(path) }
    let size = Int(status.st_size)
    guard let line = lastLine(descriptor, size), line < size else { return (size, false) }
    guard let lineStart, isCut(lineStart, descriptor, line, size) else { return (size, true) }
    guard ftruncate(descriptor, line) == 0 else { throw OutputFile.failure(path) }
    return (line, false)
  }

  /// Returns the offset of an unterminated last line; the size if every line is terminated, nil if the file cannot be read.
  private func lastLine(_ descriptor: Int32, _ size: Int) -> Int? {
    var end = size
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while end > 0 {
      let start = max(0, end - piece.count)
      guard piece.withUnsafeMutableBytes({ pread(descriptor, $0.baseAddress, end - start, start) }) == end - start else { return nil }
      if let newline = piece[..<(end - start)].lastIndex(of: UInt8(ascii: "\n")) { return start + newline + 1 }
      end = start
    }
    return 0
  }

  /// Returns whether the bytes from `line` on are the beginning of a line written by this program.
  private func isCut(_ lineStart: String, _ descriptor: Int32, _ line: Int, _ size: Int) -> Bool {
    let wanted = Array(lineStart.utf8.prefix(size - line))
    var found = [UInt8](repeating: 0, count: wanted.count)
    return found.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, line) } == wanted.count && found == wanted
  }
}
