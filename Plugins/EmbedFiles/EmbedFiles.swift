import Foundation
import PackagePlugin

/// Builds the JSON files and the parts of web pages below a target's folder into the target: `EmbeddedFiles.texts` holds their texts by
/// relative path, and `EmbeddedFiles.bytes(of:)` returns the bytes of these and of pictures.
///
/// Unlike `.embedInCode`, it keeps folders apart, needs no list of the files, and compiles quickly. Other files, such as a README, are
/// declared as inputs too, so that the build does not report them as unhandled.
@main struct EmbedFiles: BuildToolPlugin {
  private static let textTypes: Set = ["css", "js", "json", "svg", "webmanifest"]
  private static let pictureTypes: Set = ["png"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url).sorted { $0.path < $1.path }
    let embedded = files.filter { Self.textTypes.union(Self.pictureTypes).contains($0.pathExtension) }
    var outputs: [URL] = []
    if !embedded.isEmpty {
      let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
      let code = try source(of: embedded, in: target.directoryURL)
      if (try? String(contentsOf: output, encoding: .utf8)) != code { try code.write(to: output, atomically: true, encoding: .utf8) }
      outputs = [output]
    }
    // The file is written above; the command only tells the build system what depends on what.
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)", executable: URL(filePath: "/usr/bin/env"), arguments: ["true"],
        inputFiles: files, outputFiles: outputs)
    ]
  }

  private func source(of files: [URL], in folder: URL) throws -> String {
    var (texts, pictures) = ("", "")
    for file in files {
      let path = String(file.path.dropFirst(folder.path.count).drop { $0 == "/" })
      let data = try Data(contentsOf: file)
      if Self.pictureTypes.contains(file.pathExtension) {
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

  private func hexadecimal(_ data: Data) -> String {
    data.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private func literal(_ text: String) -> String {
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
}
