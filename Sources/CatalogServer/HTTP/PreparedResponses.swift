import Locking

/// The responses with one answer, kept with their heads for the second in which they are right.
///
/// Most requests to a busy site are for few answers in few forms. Writing the header fields for each of them takes longer than everything else
/// that the site does for it.
final class PreparedResponses: Sendable {
  private struct Contents {
    var moment: Instant?
    /// By form: compressed or not, times not modified or not.
    var responses: [ServerResponse?] = [nil, nil, nil, nil]
  }

  private let contents = Guarded(Contents())

  /// Returns the kept response in a form, or else makes one.
  ///
  /// - Parameter moment: the time, which the head names, and from which the age of the answer is counted.
  func response(_ form: Representation.Form, at moment: Instant, make: () -> ServerResponse) -> ServerResponse {
    let index = (form.isCompressed ? 2 : 0) + (form.isNotModified ? 1 : 0)
    return contents.withLock { contents in
      if contents.moment != moment { contents = Contents(moment: moment) }
      if let response = contents.responses[index] { return response }
      let response = make()
      contents.responses[index] = response
      return response
    }
  }
}
