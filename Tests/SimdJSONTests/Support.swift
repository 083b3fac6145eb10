import SimdJSON
import TestKit

/// Why a text is refused; nil when it is accepted.
func refusal(of bytes: [UInt8]) -> JSONError? {
  do {
    _ = try JSONDocument(parsing: bytes)
    return nil
  } catch {
    return error
  }
}

func refusal(of text: String) -> JSONError? { refusal(of: Array(text.utf8)) }

/// The text, read and written again canonically.
func rewritten(_ bytes: [UInt8]) throws -> String {
  let document = try JSONDocument(parsing: bytes)
  var writer = JSONWriter()
  writer.copy(document.root)
  return writer.text
}

func rewritten(_ text: String) throws -> String { try rewritten(Array(text.utf8)) }
