import Foundation
import Glibc

/// The memory used by a program and all its descendants: the kernel only limits individual processes.
struct MemoryUse {
  private let process: pid_t
  private let before: Int

  /// - Parameter process: the process from which all others descend.
  init(of process: pid_t) {
    self.process = process
    before = Self.kernelMemory
  }

  /// The memory in bytes. Shared pages count for each process, and sockets count with their full capacity.
  var bytes: Int {
    let processes = Descendants.all(of: process)
    return max(processes.reduce(0) { $0 + $1.memory } + Self.socketMemory(of: processes), Self.kernelMemory - before)
  }

  /// The memory that the sockets in the network namespace of a sandbox can hold, in bytes. Their buffers are not attributed to any process.
  private static func socketMemory(of processes: [Descendants.Process]) -> Int {
    func namespace(_ process: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/net") }
    let own = namespace("self")
    for process in processes {
      guard let other = namespace("\(process.id)"), other != own, let count = number(in: "/proc/\(process.id)/net/sockstat", after: "used")
      else { continue }
      return count * largestSocket
    }
    return 0
  }

  /// The maximum size of a socket's buffer: twice the limit for programs.
  private static let largestSocket = 2 * (number(in: "/proc/sys/net/core/wmem_max", after: nil) ?? 212_992)

  /// Returns the first number in a file, or the one after a word.
  private static func number(in path: String, after word: String?) -> Int? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let word else { return words.first.flatMap { Int($0) } }
    return words.firstIndex { $0 == word }.flatMap { words.dropFirst($0 + 1).first }.flatMap { Int($0) }
  }

  /// The memory of the machine that is not attributed to processes, in bytes: shared memory, files in memory, and kernel objects.
  private static var kernelMemory: Int {
    let text = FileManager.default.contents(atPath: "/proc/meminfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] == "Shmem:" || words[0] == "SUnreclaim:" else { return sum }
      return sum + 1024 * (Int(words[1]) ?? 0)
    }
  }
}
