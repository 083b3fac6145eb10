import Foundation
import PackagePlugin

/// Builds the JSON and SQL files, the tables, the templates, the pictures and the parts of web pages below a target's folder into the target:
/// `EmbeddedFiles.texts` holds their texts by relative path, and `EmbeddedFiles.bytes(of:)` returns the bytes of these and of pictures.
///
/// Two targets also contain files of folders elsewhere in the package, because people look for these at the top: `folders`.
///
/// Unlike `.embedInCode`, it keeps folders apart, needs no list of the files, and compiles quickly. Other files, such as a README, are
/// declared as inputs too, so that the build does not report them as unhandled.
@main struct EmbedFiles: BuildToolPlugin {
  private static let types: Set = ["css", "js", "json", "png", "sql", "svg", "template", "txt", "webmanifest"]
  /// Folders of the package that are built into a target as well, by its name. Their paths are relative to the package.
  private static let folders = ["Aggregation": "Campuses", "CatalogSession": "Fixtures/sample"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let package = context.package.directoryURL
    let own = target.sourceFiles.filter { $0.type == .unknown }.map(\.url)
    let other = try Self.folders[target.name].map { folder in
      try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: folder).path).map {
        package.appending(path: "\(folder)/\($0)")
      }
    }
    let files = (own + (other ?? []).filter { Self.types.contains($0.pathExtension) }).sorted { $0.path < $1.path }
    let embedded = files.filter { Self.types.contains($0.pathExtension) }
    guard !embedded.isEmpty else {
      let nothing = URL(filePath: "/usr/bin/true")
      return [.buildCommand(displayName: nil, executable: nothing, arguments: [], inputFiles: files, outputFiles: [])]
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)", executable: try context.tool(named: "WriteEmbeddedFiles").url,
        arguments: [output.path, target.directoryURL.path, package.path] + embedded.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
