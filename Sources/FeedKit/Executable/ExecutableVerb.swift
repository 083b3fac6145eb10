/// A task of an executable adapter: the last argument of its command. It reads one JSON document on stdin, and writes one to
/// stdout. Docs/reference/executables.md describes the documents.
package enum ExecutableVerb: String, Sendable, CaseIterable {
  /// Describe the adapter and its verbs.
  case describe
  /// Name the first requests. Without it, there is one for each name of the manifest.
  case requests
  /// Name the requests that follow from a reply. Without it, there are none.
  case followUps = "follow-ups"
  /// Convert the replies to entries.
  case normalize

  /// The version of the documents: the value of `protocol` in each of them.
  package static let version = 1
}
