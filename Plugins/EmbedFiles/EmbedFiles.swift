import Foundation
import PackagePlugin

/// Builds the JSON and SQL files, the tables, the templates, the pictures and the parts of web pages below a target's folder into the target:
/// `EmbeddedFiles.texts` holds their texts by relative path, and `EmbeddedFiles.bytes(of:)` returns the bytes of these and of pictures.
///
/// Two targets also contain files of folders elsewhere in the package, because people look for these at the top: `folders`. SwiftPM runs the
/// plugin again only when the folder of a target changes, so the tool lists the files of these folders itself.
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
    let files = own.sorted { $0.path < $1.path }
    let folder = Self.folders[target.name].map { package.appending(path: $0) }
    let embedded = files.filter { Self.types.contains($0.pathExtension) } + (folder.map { [$0] } ?? [])
    // The folders in it are inputs, too: adding or removing a file changes them.
    let inputs = try folder.map { folder in
      try [folder] + FileManager.default.subpathsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
    }
    guard !embedded.isEmpty else {
      let nothing = URL(filePath: "/usr/bin/true")
      return [.buildCommand(displayName: nil, executable: nothing, arguments: [], inputFiles: files, outputFiles: [])]
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the files of \(target.name)", executable: try context.tool(named: "WriteEmbeddedFiles").url,
        arguments: [output.path, target.directoryURL.path, package.path] + embedded.map(\.path), inputFiles: files + (inputs ?? []),
        outputFiles: [output])
    ]
  }
}
