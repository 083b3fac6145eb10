import CampusCatalog
import SimdJSON

/// Catalog files that the user names.
enum CatalogFile {
  static func read(_ path: String) throws(Failure) -> Catalog {
    let bytes = try InputFile.read(path, "the catalog", otherwise: .data)
    do throws(CatalogError) {
      return try CatalogReader.read(bytes)
    } catch {
      switch error {
      case .json(let error): throw Failure(.data, "\(path):\(error.line):\(error.column): \(error.message)")
      case .shape(let error):
        let place = JSONLocator.position(of: error.pointer, in: bytes)
        throw Failure(.data, "\(path):\(place.line):\(place.column): \(error.message)")
      }
    }
  }
}
