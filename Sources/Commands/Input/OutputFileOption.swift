import ArgumentParser

/// The option `-o` of a command without formats that prints data.
struct OutputFileOption: ParsableArguments {
  @Option(name: [.customShort("o"), .customLong("output")], help: .outputFile, completion: .file())
  var path: String?

  func validate() { if let path { Console.collectOutput(for: path) } }
}
