import Foundation
import Glibc

/// The processes that a process has started, and those that they started, as /proc shows them.
enum Descendants {
  /// Kills all descendants of a launcher that does not do so itself. It adopts orphans, so none is missed as long as it exists.
  static func kill(of launcher: pid_t) {
    for _ in 0..<20 {
      let found = all(of: launcher)
      if found.isEmpty { return }
      // What is stopped starts no other processes.
      for signal in [SIGSTOP, SIGKILL] { for process in found { Glibc.kill(process, signal) } }
      usleep(1000)
    }
  }

  /// Returns the descendants that have not ended.
  private static func all(of ancestor: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var children: [pid_t: [pid_t]] = [:]
    for process in names.compactMap({ pid_t($0) }) {
      guard let (state, parent) = status(of: process), state != "Z" else { continue }
      children[parent, default: []].append(process)
    }
    var found: [pid_t] = []
    var next = children[ancestor] ?? []
    while let process = next.popLast() {
      found.append(process)
      next += children[process] ?? []
    }
    return found
  }

  private static func status(of process: pid_t) -> (state: Substring, parent: pid_t)? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    // The name, in parentheses, may contain anything.
    guard let name = text.lastIndex(of: ")") else { return nil }
    let words = text[text.index(after: name)...].split(separator: " ", maxSplits: 2)
    guard words.count > 1, let parent = pid_t(words[1]) else { return nil }
    return (words[0], parent)
  }
}
