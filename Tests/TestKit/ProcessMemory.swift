import Glibc

/// The memory of the process.
public enum ProcessMemory {
  /// The KiB in a line of the process's own status, such as `VmRSS` (in use) or `VmHWM` (the peak); nil if the line is missing.
  public static func kibibytes(_ name: String) -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split { " \t\n".contains($0) }
      if words.first == "\(name):" { return words.dropFirst().first.flatMap { Int($0) } }
    }
    return nil
  }
}
