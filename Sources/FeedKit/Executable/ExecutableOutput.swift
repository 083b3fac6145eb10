import SimdJSON

/// The documents that an executable adapter writes.
package enum ExecutableOutput {
  /// Returns the document of the verb `describe`. An adapter in Swift has all verbs.
  static func bytes(of manifest: AdapterManifest) -> [UInt8] {
    document { writer in
      writer.member("title", manifest.title)
      writer.member("summary", manifest.summary)
      if !manifest.homepage.isEmpty { writer.member("homepage", manifest.homepage) }
      writer.member("license", manifest.license)
      writer.member("version", manifest.version)
      writer.member("cadence", "PT\(manifest.cadence)S")
      writer.list("requests", manifest.requests) { $1.string($0) }
      writer.list("verbs", [ExecutableVerb.followUps, .requests]) { $1.string($0.rawValue) }
    }
  }

  /// Returns the document that names requests.
  static func bytes(of requests: [FeedRequest]) -> [UInt8] {
    document { $0.list("requests", requests) { $0.write(to: &$1) } }
  }

  /// Returns the document with the entries, rejected records and notes of a draft.
  static func bytes(of draft: FeedDraft) -> [UInt8] {
    let rejections = Set(draft.rejections)
    return document { writer in
      writer.list("entries", draft.entries) { $0.write(to: &$1) }
      writer.objects("places", draft.pointers) { pointer, writer in
        writer.member("request", pointer.request)
        writer.member("pointer", pointer.pointer)
      }
      writer.objects("rejected", draft.rejections.map { draft.notes[$0] }) { note, writer in
        writer.member("request", note.request)
        writer.member("pointer", note.pointer)
        writer.member("code", note.code.description)
        writer.member("message", note.detail)
      }
      writer.list("notes", draft.notes.indices.filter { !rejections.contains($0) }) { draft.notes[$0].write(to: &$1) }
      writer.member("skipped", draft.skipped)
    }
  }

  /// Returns the document of an error that refuses the whole feed.
  static func bytes(of error: AdapterError) -> [UInt8] {
    document { writer in
      writer.object("error") { writer in
        writer.member("code", error.code.description)
        writer.member("request", error.request)
        writer.member("pointer", error.pointer)
        writer.member("advice", error.advice)
        writer.member("retryAfter", error.retryAfter)
      }
    }
  }

  private static func document(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("protocol", ExecutableVerb.version)
    write(&writer)
    writer.endObject()
    return writer.bytes
  }
}
