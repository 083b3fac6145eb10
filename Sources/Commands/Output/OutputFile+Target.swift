import Basics
import Foundation
import Glibc

/// The final path of a file that is first written under another name.
extension OutputFile {
  /// Returns the file that a path names. Links are followed, unless they point outside their folder.
  ///
  /// - Throws: `Failure` with exit code 5 for a link to a file in another folder, which someone else may have put there, and for a link
  ///   to a path where no file can be.
  static func target(of path: String) throws(Failure) -> String {
    guard link(path) != nil else { return path }
    let resolved = if let real = real(path) { real } else { try missing(path) }
    // Only regular files are replaced, so a link to anything else may point outside its folder.
    if InputFile.isRegular(resolved) == false { return resolved }
    guard let folder = real(PartFile.folder(of: path)) else { return resolved }
    guard resolved.hasPrefix(folder == "/" ? "/" : folder + "/") else { throw refusal(path, "points outside its folder, to \(resolved)") }
    return resolved
  }

  /// Returns the target of a link to a file that does not exist yet.
  ///
  /// - Throws: `Failure` for a loop, and for a link to a file in a folder that does not exist.
  private static func missing(_ path: String) throws(Failure) -> String {
    let (end, links) = following(path)
    guard links <= 40 else { throw refusal(path, "points to itself") }
    guard let folder = real(PartFile.folder(of: end)), let name = end.split(separator: "/").last, !end.hasSuffix("/"), name != ".."
    else {
      throw refusal(path, "points to \(end), where no file can be")
    }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Returns the address of a file relative to its folder, for links in the file to itself; empty for stdout.
  static func address(of path: String?) -> String {
    guard let name = path?.split(separator: "/").last, name != "-" else { return "" }
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static func refusal(_ path: String, _ what: String) -> Failure {
    Failure(.local, "\(path) is a link that \(what) (export.io); name the target itself, or remove the link", isOutputFailure: true)
  }

  /// Follows a path that may be a link to a link: up to 40 times, as the system does, and once more to detect longer chains.
  static func following(_ path: String) -> (path: String, links: Int) {
    var (path, links) = (path, 0)
    while links <= 40, let next = link(path) {
      links += 1
      path = next.hasPrefix("/") ? next : "\(PartFile.folder(of: path))/\(next)"
    }
    return (path, links)
  }

  /// Returns the target of a link; nil if the path is not a link.
  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Creates an empty file beside a target, to be written first and renamed later. Deletes leftovers of killed processes.
  static func part(of target: String, mode: mode_t = 0o666) throws(Failure) -> PartFile {
    do throws(SystemCallError) { return try PartFile.create(for: target, mode: mode) } catch { throw failure(target, error.code) }
  }

  /// Gives a finished file its final name, durably.
  static func publish(_ part: PartFile, isReadOnly: Bool = false) throws(Failure) {
    do throws(SystemCallError) { try part.publish(isReadOnly: isReadOnly) } catch { throw failure(part.target, error.code) }
  }

  /// Returns the failure for a file; by default, for the system's latest error.
  static func failure(_ path: String, _ code: CInt = errno) -> Failure {
    Failure(.local, "\(path) cannot be written: \(SystemError(code: code).text) (export.io); choose another place", isOutputFailure: true)
  }

  /// Returns the absolute path without links; nil if it does not exist or is not UTF-8.
  static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }
}
