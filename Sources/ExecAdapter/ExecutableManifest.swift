package import FeedKit

/// The description of an executable adapter: the document of the verb `describe`.
package struct ExecutableManifest: Sendable, Hashable {
  package let title: String
  package let summary: String
  package let homepage: String
  package let license: String
  /// The version of the program's output, for people: the engine finds out itself that the program has changed.
  package let version: Int
  /// The usual polling interval in seconds; nil if it is not stated.
  package let cadence: Int?
  /// The requests, in order. They have no addresses, which the registry file lists.
  package let requests: [FeedRequest]
  /// The verbs that the program has besides `describe` and `normalize`.
  package let verbs: Set<ExecutableVerb>

  /// Reads the document. A request is a name, or an object with `name`, `required` and `format`.
  package init(_ bytes: [UInt8]) throws {
    let document = try ExecutableOutput.parse(bytes)
    let root = document.root
    try ExecutableInput.check(root)
    try root.expectOnly(["protocol", "title", "summary", "homepage", "license", "version", "cadence", "requests", "verbs"])
    title = try root.requiredText("title")
    summary = try root.text("summary") ?? ""
    homepage = try root.parsed("homepage", "an http or https address") { WebAddress($0)?.description } ?? ""
    license = try root.text("license") ?? ""
    version = Int(clamping: try root.integer("version") ?? 1)
    cadence = try root.parsed("cadence", "a duration such as \"PT15M\"") { ISODuration.seconds($0) }
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
