import Basics
import Foundation
import Glibc

/// What the user has trusted: a file for each fingerprint in the state folder, with the path of the registry file in it.
struct TrustStore: Sendable {
  /// The folder, which may not exist; nil if there is no home folder, so that nothing can be trusted.
  private let folder: String?

  init(_ environment: CommandEnvironment) {
    folder = environment.folder("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/aggregate/trusted" }
  }

  func contains(_ fingerprint: String) -> Bool { folder.map { InputFile.isRegular("\($0)/\(fingerprint)") == true } ?? false }

  /// Returns whether something of a registry file is or was trusted.
  func names(_ registry: String) -> Bool { !fingerprints(of: registry).isEmpty }

  func insert(_ fingerprint: String, _ registry: String) throws(Failure) {
    guard let folder else {
      throw Failure(.configuration, "there is no place to remember that, because neither HOME nor XDG_STATE_HOME is set")
    }
    do throws(SystemCallError) { try DurableFolder.create(folder) } catch {
      throw Failure(.local, "\(folder) cannot be created: \(SystemError(code: error.code).text)")
    }
    try OutputFile.write("\(registry)\n", to: "\(folder)/\(fingerprint)", StoreGuard(stores: []))
  }

  /// Forgets what was trusted of a registry file.
  ///
  /// - Parameter kept: fingerprints to keep.
  /// - Returns: whether there was anything to forget.
  @discardableResult
  func remove(_ registry: String, except kept: Set<String> = []) throws(Failure) -> Bool {
    let fingerprints = fingerprints(of: registry).filter { !kept.contains($0) }
    for name in fingerprints {
      guard let folder, unlink("\(folder)/\(name)") != 0, errno != ENOENT else { continue }
      throw Failure(.local, "\(folder)/\(name) cannot be removed: \(SystemError(code: errno).text)")
    }
    guard let folder, !fingerprints.isEmpty else { return false }
    // Revoked trust must not return after a crash.
    do throws(SystemCallError) { try DurableFolder.sync(folder) } catch { throw OutputFile.failure(folder, error.code) }
    return true
  }

  private func fingerprints(of registry: String) -> [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { name in
      (try? InputFile.readIfPresent("\(folder)/\(name)", limit: 1 << 16))?.elementsEqual("\(registry)\n".utf8) == true
    }
  }
}
