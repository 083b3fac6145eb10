import CampusCatalog
import FeedKit
import Fetching

extension AdapterError {
  /// What a log tells beside the reason: where in the reply it is. An empty pointer is the whole of it.
  var fields: [LogField] {
    if let offset { return [LogField("offset", offset)] }
    return code == .wrongShape || !pointer.isEmpty ? [LogField("pointer", pointer)] : []
  }
}
