/// What an executable adapter says about itself: the document of the verb `describe`.
package struct ExecutableManifest: Sendable, Hashable {
  package let title: String
  package let summary: String
  package let homepage: String
  package let licence: String
  /// The version of the program's output, for people: the engine finds out itself that the program has changed.
  package let version: Int
  /// The usual polling interval in seconds; nil if it is not stated.
  package let cadence: Int?
  /// The requests, in order. They have no addresses, which the registry file lists.
  package let requests: [FeedRequest]
  /// The verbs that the program has besides `describe` and `normalize`.
  package let verbs: Set<ExecutableVerb>

  /// - Parameter manifest: the manifest of an adapter in Swift, which has all verbs.
  init(_ manifest: AdapterManifest) {
    title = manifest.title
    summary = manifest.summary
    homepage = manifest.homepage
    licence = manifest.licence
    version = manifest.version
    cadence = manifest.cadence
    requests = manifest.requests.map { FeedRequest($0, addresses: []) }
    verbs = [.requests, .followUps]
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("protocol", ExecutableVerb.version)
    writer.member("title", title)
    writer.member("summary", summary)
    if !homepage.isEmpty { writer.member("homepage", homepage) }
    writer.member("licence", licence)
    writer.member("version", version)
    writer.member("cadence", cadence.map { "PT\($0)S" })
    writer.list("requests", requests.map(\.name)) { $1.string($0) }
    writer.list("verbs", verbs.map(\.rawValue).sorted()) { $1.string($0) }
    writer.endObject()
  }

  /// Reads the document. A request is a name, or an object with `name`, `required` and `format`.
  package init(_ bytes: [UInt8]) throws {
    let document = try ExecutableOutput.parse(bytes)
    let root = document.root
    try ExecutableInput.check(root)
    try root.expectOnly(["protocol", "title", "summary", "homepage", "licence", "version", "cadence", "requests", "verbs"])
    title = try root.requiredText("title")
    summary = try root.text("summary") ?? ""
    homepage = try root.parsed("homepage", "an http or https address") { WebAddress($0)?.description } ?? ""
    licence = try root.text("licence") ?? ""
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
