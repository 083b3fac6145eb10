import Foundation
import PackagePlugin

/// Builds the JSON files and the parts of web pages below a target's folder into the target: `EmbeddedFiles.texts` holds their texts by
/// relative path.
///
/// Unlike `.embedInCode`, it keeps folders apart, needs no list of the files, and compiles quickly. Other files, such as a README, are
/// declared as inputs too, so that the build does not report them as unhandled.
@main struct EmbedFiles: BuildToolPlugin {
  private static let textTypes: Set = ["css", "js", "json", "svg", "webmanifest"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let files = target.sourceFiles.filter { $0.type == .unknown }.map(\.url).sorted { $0.path < $1.path }
    let embedded = files.filter { Self.textTypes.contains($0.pathExtension) }
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
    let entries = try files.map { file in
      let path = file.path.dropFirst(folder.path.count).drop { $0 == "/" }
      guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
        throw CocoaError(.fileReadInapplicableStringEncoding)
      }
      return "    \(literal(String(path))): \(literal(text)),\n"
    }
    return """
      enum EmbeddedFiles {
        static let texts: [String: String] = [
      \(entries.joined())  ]
        static func bytes(of path: String) -> [UInt8] { Array(texts[path]!.utf8) }
      }

      """
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
