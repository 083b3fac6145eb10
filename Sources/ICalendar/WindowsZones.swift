import OpeningHours

/// The names that Windows gives to time zones, such as "Eastern Standard Time".
enum WindowsZones {
  /// Returns the zone with a name; nil if there is none.
  static func zone(named name: String) -> Zone? { names[name].flatMap { Zone($0) } }

  /// The names in the IANA database by those of Windows. `Scripts/windows-zones` makes the table from the CLDR.
  static let names: [String: String] = {
    var names: [String: String] = [:]
    for line in (EmbeddedFiles.texts["WindowsZones.txt"] ?? "").split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "\t")
      if parts.count == 2 { names[String(parts[0])] = String(parts[1]) }
    }
    return names
  }()
}
