import Basics
import CampusCatalog
import OpeningHours
import TestKit

/// The error with which a catalog is refused.
func refusal(of text: String) -> CatalogError? {
  do {
    _ = try CatalogReader.read(Array(text.utf8))
    return nil
  } catch {
    return error
  }
}

func text(of catalog: Catalog) -> String { String(decoding: CatalogWriter.bytes(of: catalog), as: UTF8.self) }

/// `contentHash` as the format defines it, from the text of a catalog alone: each campus line and each entry line without
/// its comma, each with one line feed.
func contentHash(ofLinesIn text: String) -> String {
  var section: Substring = ""
  var hash = SHA256()
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasSuffix(":[") {
      section = line
    } else if line.hasPrefix("]") {
      section = ""
    } else if section == "\"campuses\":[" || section == "\"entries\":[" {
      hash.update(Array((line.hasSuffix("},") ? line.dropLast() : line).utf8) + [0x0A])
    }
  }
  return "sha256:" + hash.finalize().hexadecimal
}
