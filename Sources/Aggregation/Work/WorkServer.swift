import CampusCatalog
import FeedKit
package import Fetching
import OpeningHours
import SimdJSON

/// The state of a server, for the process that polls its feeds.
package struct WorkServer: Sendable {
  package let state: HostState
  /// The group of feeds that use it (`WorkFeed.group`); the server itself if no planned feed does.
  let group: String

  var origin: String { state.origin }

  /// The maximum number of failures that is written: far more than any schedule distinguishes.
  private static let mostFailures = 1_000_000

  init(_ state: HostState, group: String? = nil) {
    var state = state
    state.failures = min(state.failures, Self.mostFailures)
    state.openings = min(state.openings, Self.mostFailures)
    self.state = state
    self.group = group ?? state.origin
  }

  /// Returns the stricter of two states: processes may meet at a server to which one of them was redirected.
  func combined(with other: WorkServer) -> WorkServer {
    var state = state
    state.notBefore = [state.notBefore, other.state.notBefore].compactMap { $0 }.max()
    state.failures = max(state.failures, other.state.failures)
    state.openings = max(state.openings, other.state.openings)
    return WorkServer(state, group: min(group, other.group))
  }
}

extension WorkServer {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("group", group)
    writer.member("origin", origin)
    writer.member("notBefore", state.notBefore?.description)
    writer.member("failures", state.failures)
    writer.member("openings", state.openings)
  }

  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["key", "type", "version", "group", "origin", "notBefore", "failures", "openings"])
    var state = HostState(origin: try value.requiredText("origin"))
    state.notBefore = try value.instant("notBefore")
    state.failures = try value.number("failures")
    state.openings = try value.number("openings")
    self.init(state, group: try value.requiredText("group"))
  }
}
