import Basics
import Glibc

/// A file to which texts are appended, each of them whole or not at all. Devices and pipes are written directly.
struct AppendedFile {
  let path: String
  /// The prefix of each text in the file, if each text is one line: an incomplete line, left by a killed program or a crash of the machine,
  /// is then removed. If nil, an appended text starts on a new line.
  let lineStart: String?
  let stores: StoreGuard

  /// Appends a text, durably.
  func append(_ text: String) throws(Failure) {
    let (descriptor, target, isRegular) = try open()
    defer { close(descriptor) }
    let start = isRegular ? try repair(descriptor) : nil
    var bytes = Array(text.utf8)
    if let start, start.needsNewline { bytes.insert(UInt8(ascii: "\n"), at: 0) }
    var code = bytes.withUnsafeBytes { $0.write(to: descriptor) }
    if code == 0, isRegular, fsync(descriptor) != 0 { code = errno }
    // The name of a new file, also of one whose writer was killed before this.
    if code == 0, isRegular { code = Self.syncFolder(of: target) }
    guard code != 0 else { return }
    if let start { ftruncate(descriptor, start.size) }
    throw OutputFile.failure(path, code)
  }

  /// - Returns: 0, or the value of `errno`.
  private static func syncFolder(of path: String) -> CInt {
    do throws(SystemCallError) { try DurableFolder.sync(PartFile.folder(of: path)) } catch { return error.code }
    return 0
  }

  /// - Throws: `Failure` with exit code 5, also for a link that points outside its folder.
  private func open() throws(Failure) -> (descriptor: Int32, target: String, isRegular: Bool) {
    try stores.check(path)
    let target = try OutputFile.target(of: path)
    let isRegular = InputFile.isRegular(target) != false
    // Do not follow a dangling link either.
    let flags = O_APPEND | O_CLOEXEC | (isRegular ? O_CREAT | O_NOFOLLOW : 0)
    var descriptor = isRegular ? Glibc.open(target, O_RDWR | flags, 0o666) : -1
    if !isRegular || descriptor < 0 && errno == EACCES { descriptor = Glibc.open(target, O_WRONLY | flags, 0o666) }
    guard descriptor >= 0 else { throw OutputFile.failure(path) }
    return (descriptor, target, isRegular)
  }

  /// - Returns: the size of the file, and whether its last line is unterminated. A file that cannot be read is left as it is.
  private func repair(_ descriptor: Int32) throws(Failure) -> (size: Int, needsNewline: Bool) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OutputFile.failure(path) }
    let size = Int(status.st_size)
    guard size > 0, let line = lastLine(descriptor, size) else { return (size, false) }
    guard let lineStart, !line.isTerminated || line.hasZeros, isCut(lineStart, descriptor, line.start, size) else {
      return (size, !line.isTerminated)
    }
    guard ftruncate(descriptor, line.start) == 0 else { throw OutputFile.failure(path) }
    return (line.start, false)
  }

  /// The last line of a file.
  private struct LastLine {
    var start = 0
    var isTerminated = false
    /// Whether it has zero bytes, where blocks were not written before a crash of the machine.
    var hasZeros = false
  }

  /// Returns the last line of a file that is not empty; nil if the file cannot be read.
  private func lastLine(_ descriptor: Int32, _ size: Int) -> LastLine? {
    var line = LastLine()
    var end = size
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while end > 0 {
      let start = max(0, end - piece.count)
      guard piece.withUnsafeMutableBytes({ pread(descriptor, $0.baseAddress, end - start, start) }) == end - start else { return nil }
      var bytes = piece[..<(end - start)]
      if end == size, bytes.last == UInt8(ascii: "\n") {
        line.isTerminated = true
        bytes.removeLast()
      }
      let newline = bytes.lastIndex(of: UInt8(ascii: "\n"))
      line.hasZeros = line.hasZeros || bytes[(newline.map { $0 + 1 } ?? 0)...].contains(0)
      if let newline {
        line.start = start + newline + 1
        break
      }
      end = start
    }
    return line
  }

  /// Returns whether the bytes from `line` on are the beginning of a line written by this program, or zeros in its place.
  private func isCut(_ lineStart: String, _ descriptor: Int32, _ line: Int, _ size: Int) -> Bool {
    let wanted = Array(lineStart.utf8.prefix(size - line))
    var found = [UInt8](repeating: 0, count: wanted.count)
    guard found.withUnsafeMutableBytes({ pread(descriptor, $0.baseAddress, $0.count, line) }) == wanted.count,
      zip(found, wanted).allSatisfy({ $0 == 0 || $0 == $1 })
    else { return false }
    // Other files may end with zeros, such as archives.
    var first = [UInt8](repeating: 0, count: lineStart.utf8.count)
    return line == 0
      || first.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) } == first.count
        && first.elementsEqual(lineStart.utf8)
  }
}
