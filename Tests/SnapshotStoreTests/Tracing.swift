import Foundation
import Testing

/// Whether strace is installed and may trace.
enum Tracing {
  static let isAllowed = Tool.works(["strace", "-f", "-q", "-o", "/dev/null", "true"])
  static let reason: Comment = "strace is not installed, or may not trace here"
}
