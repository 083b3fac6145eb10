import Foundation

// Writes the Swift file that the plugin EmbedFiles adds to a target. Its arguments are the path of that file, the folders of the target and
// of the package, and the files, or folders with JSON files. Paths are relative to the folder of the target, or else to the package's.

func hexadecimal(_ data: Data) -> String {
  data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}

func literal(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\\(scalar)"
    case " "..."~": literal.unicodeScalars.append(scalar)
    default: literal += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return literal + "\""
}

func source(of files: [String], in folders: [String]) throws -> String {
  var (texts, pictures) = ("", "")
  for file in files {
    let folder = folders.first { file.hasPrefix($0 + "/") } ?? ""
    let path = String(file.dropFirst(folder.count + 1))
    let data = try Data(contentsOf: URL(filePath: file))
    if file.hasSuffix(".png") {
      pictures += "    \(literal(path)): \(literal(hexadecimal(data))),\n"
    } else {
      guard let text = String(data: data, encoding: .utf8) else { throw CocoaError(.fileReadInapplicableStringEncoding) }
      texts += "    \(literal(path)): \(literal(text)),\n"
    }
  }
  let code = """
    enum EmbeddedFiles {
      static let texts: [String: String] = [
    \(texts)  ]

    """
  guard !pictures.isEmpty else {
    return code + """
        static func bytes(of path: String) -> [UInt8] { Array(texts[path]!.utf8) }
      }

      """
  }
  // Literals of strings compile much faster than those of arrays.
  return code + """
      private static let pictures: [String: StaticString] = [
    \(pictures)  ]
      static func bytes(of path: String) -> [UInt8] {
        guard let picture = pictures[path] else { return Array(texts[path]!.utf8) }
        return picture.withUTF8Buffer { digits in
          func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
          return stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
        }
      }
    }

    """
}

/// Returns a file, or the JSON files below a folder.
func expanded(_ path: String) throws -> [String] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [path] }
  return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }.sorted().map { "\(path)/\($0)" }
}

let arguments = CommandLine.arguments
let (output, folders, files) = (arguments[1], Array(arguments[2...3]), try arguments[4...].flatMap(expanded))
let code = try source(of: files, in: folders)
// A file that stays as it is need not be compiled again.
if (try? String(contentsOfFile: output, encoding: .utf8)) != code { try code.write(toFile: output, atomically: true, encoding: .utf8) }
