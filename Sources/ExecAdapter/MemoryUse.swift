import Foundation
import Glibc

/// The memory that a program and everything that it started use: the kernel limits each process only by itself.
struct MemoryUse {
  private let process: pid_t
  private let before: Int

  /// - Parameter process: the process from which all others descend.
  init(of process: pid_t) {
    self.process = process
    before = Self.kernelMemory
  }

  /// The memory in bytes. Pages that processes share count for each of them.
  var bytes: Int { max(Descendants.all(of: process).reduce(0) { $0 + $1.memory }, Self.kernelMemory - before) }

  /// The memory of the machine that may belong to no process, in bytes: shared memory, files in memory, and objects of the kernel.
  private static var kernelMemory: Int {
    let text = FileManager.default.contents(atPath: "/proc/meminfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] == "Shmem:" || words[0] == "SUnreclaim:" else { return sum }
      return sum + 1024 * (Int(words[1]) ?? 0)
    }
  }
}
