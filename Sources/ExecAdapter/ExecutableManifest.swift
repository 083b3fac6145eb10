package import FeedKit

/// The description of an executable adapter: the document of the verb `describe`.
package struct ExecutableManifest: Sendable, Hashable {
  /// The requests, in order. They have no addresses, which the registry file lists.
  package let requests: [FeedRequest]
  /// The verbs that the program has besides `describe` and `normalize`.
  package let verbs: Set<ExecutableVerb>

  /// Reads the document. A request is a name, or an object with `name`, `required` and `format`. The other members are for people, and are
  /// only checked: the engine finds out itself that the program has changed.
  package init(_ bytes: [UInt8]) throws {
    let document = try ExecutableOutput.parse(bytes)
    let root = document.root
    try ExecutableInput.check(root)
    try root.expectOnly(["protocol", "title", "summary", "homepage", "license", "version", "cadence", "requests", "verbs"])
    _ = try root.requiredText("title")
    for key: StaticString in ["summary", "license"] { _ = try root.text(key) }
    _ = try root.parsed("homepage", "an http or https address") { WebAddress($0) }
    _ = try root.integer("version")
    _ = try root.parsed("cadence", "a duration such as \"PT15M\"") { ISODuration.seconds($0) }
    requests = try root.requiredList("requests") { (request) throws(JSONFieldError) in
      if let name = request.string { return FeedRequest(name, addresses: []) }
      return try FeedRequest(reading: request)
    }
    verbs = Set(
      try root.list("verbs") { (verb) throws(JSONFieldError) in
        try verb.parsed("\"requests\" or \"follow-ups\"") { ExecutableVerb(rawValue: $0) }
      })
  }
}
