import Aggregation

/// Opens the mapping files and tables of codes that registry files name.
enum MappingFile {
  /// The maximum size of a file in bytes.
  private static let limit = 1 << 20

  /// Returns the path and the contents of a file.
  ///
  /// - Parameters:
  ///   - path: the path in the registry file; a relative one begins at the folder of that file.
  ///   - registry: the path of the registry file.
  static func open(_ path: String, beside registry: String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) {
    let folder = registry.lastIndex(of: "/").map { registry[...$0] } ?? ""
    let full = path.hasPrefix("/") ? path : folder + path
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try InputFile.readIfPresent(full, limit: limit) } catch {
      throw MappingFileError("the file \(full) cannot be read: \(error.text)")
    }
    guard let bytes else { throw MappingFileError("there is no file \(full)") }
    return (full, bytes)
  }
}
