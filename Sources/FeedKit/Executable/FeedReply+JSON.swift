import Foundation
package import SimdJSON

extension FeedReply {
  /// Writes a reply. The body is `text`, or `base64` if it is not UTF-8.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("request")
    request.write(to: &writer)
    writer.member("status", status)
    if !headers.isEmpty {
      writer.object("headers") { writer in
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
          writer.key(name)
          writer.string(value)
        }
      }
    }
    writer.member("url", url)
    writer.member("receivedAt", receivedAt?.description)
    if let text = String(validating: body, as: UTF8.self) {
      writer.member("text", text)
    } else {
      writer.member("base64", Data(body).base64EncodedString())
    }
    writer.endObject()
  }

  package init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a reply (an object), found \(value.kind)") }
    var headers: [String: String] = [:]
    if let object = try value.object("headers") {
      var members = object.members
      while let member = members.next() { headers[member.key] = member.value.string }
    }
    let body: [UInt8]
    if let text = value["text"]?.string {
      body = Array(text.utf8)
    } else {
      // Foundation also accepts invalid text, such as "QU=D".
      body = try value.requiredParsed("base64", "base64") { text in
        Data(base64Encoded: text).flatMap { $0.base64EncodedString() == text ? Array($0) : nil }
      }
    }
    self.init(
      to: try FeedRequest(reading: try value.requiredObject("request")), status: Int(clamping: try value.integer("status") ?? 200),
      headers: headers, body: body, url: try value.text("url"), receivedAt: try value.instant("receivedAt"))
  }
}
