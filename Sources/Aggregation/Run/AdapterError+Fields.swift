import CampusCatalog
import FeedKit
import Fetching

extension AdapterError {
  /// The fields of a log record: the location in the reply. An empty pointer is the whole reply.
  var fields: [LogField] {
    if let offset { return [LogField("offset", offset)] }
    return code == .wrongShape || !pointer.isEmpty ? [LogField("pointer", pointer)] : []
  }
}
