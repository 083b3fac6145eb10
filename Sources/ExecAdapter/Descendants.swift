import Foundation
import Glibc

/// The processes that a process has started, and their descendants, as /proc shows them.
enum Descendants {
  /// A process and its resident memory in bytes.
  struct Process {
    let id: pid_t
    let parent: pid_t
    let memory: Int
  }

  /// Kills all descendants of a process, and waits for their end, unless the kernel takes long to free their memory.
  static func kill(of ancestor: pid_t) {
    for _ in 0..<100 {
      let found = all(of: ancestor)
      if found.isEmpty { return }
      // Stopped processes cannot fork.
      for signal in [SIGSTOP, SIGKILL] { for process in found { Glibc.kill(process.id, signal) } }
      usleep(1000)
    }
  }

  /// Returns the descendants that have not ended.
  static func all(of ancestor: pid_t) -> [Process] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = Dictionary(grouping: names.compactMap { pid_t($0) }.compactMap(read), by: \.parent)
    var found: [Process] = []
    var next = children[ancestor] ?? []
    while let process = next.popLast() {
      found.append(process)
      next += children[process.id] ?? []
    }
    return found
  }

  /// Returns a process that has not ended.
  private static func read(_ id: pid_t) -> Process? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    // The name, in parentheses, may contain anything.
    guard let name = text.lastIndex(of: ")") else { return nil }
    let words = text[text.index(after: name)...].split(separator: " ")
    guard words.count > 21, words[0] != "Z", let parent = pid_t(words[1]), let pages = Int(words[21]) else { return nil }
    return Process(id: id, parent: parent, memory: pages * Int(sysconf(Int32(_SC_PAGESIZE))))
  }
}
