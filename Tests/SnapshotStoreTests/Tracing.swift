import Foundation
import Testing

/// Whether strace is installed and may trace.
enum Tracing {
  static let isAllowed = Tool.exists("strace") && (try? Tool.run(["strace", "-f", "-q", "-o", "/dev/null", "true"]).status) == 0
  static let reason: Comment = "strace is not installed, or may not trace here"
}
