import AdapterWorkbench
import Aggregation

extension RecordedCase {
  /// Reads a case from a folder.
  init(in folder: String, _ environment: CommandEnvironment) throws(Failure) {
    do throws(Fault) {
      try self.init { (path) throws(MappingFileError) in
        try MappingFile.open(path, beside: "\(folder)/registry.json")
      } executable: { command in
        ExecutableFile.adapter(ofCase: command, environment)
      } file: { path in
        try InputFile.readIfPresent("\(folder)/\(path)", limit: 1 << 28)
      }
    } catch {
      throw Failure(.data, "\(folder): \(error.message)")
    }
  }
}
