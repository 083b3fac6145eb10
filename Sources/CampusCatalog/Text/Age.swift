/// Formats durations for messages.
package enum Age {
  package static func text(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<120: "\(max(0, seconds)) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
