/// The calls to one host and port: how many are under way, and which wait for their turn.
final class HostQueue {
  struct Key: Hashable {
    let host: String
    let port: Int
  }

  let key: Key
  var active = 0
  var waiting = Queue<Call>()
  /// Stands in the line of hosts from which the next call is taken.
  var isReady = false

  init(_ key: Key) { self.key = key }
}
