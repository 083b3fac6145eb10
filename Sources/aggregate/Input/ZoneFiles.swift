/// The zone data of this machine.
enum ZoneFiles {
  /// Returns the edition, such as "2025b", and its folder; nil if no file has it.
  static func version(_ environment: [String: String]) -> (version: String, folder: String)? {
    for folder in [environment["TZDIR"], "/usr/share/zoneinfo", "/usr/lib/zoneinfo"].compactMap(\.self) {
      for (name, beginning) in [("tzdata.zi", "# version "), ("+VERSION", ""), ("version", "")] {
        guard let bytes = try? InputFile.readIfPresent("\(folder)/\(name)", limit: 1 << 20) else { continue }
        let line = String(decoding: bytes.prefix(64), as: UTF8.self).prefix { $0 != "\n" }
        if line.hasPrefix(beginning), line.count > beginning.count { return (String(line.dropFirst(beginning.count)), folder) }
      }
    }
    return nil
  }
}
