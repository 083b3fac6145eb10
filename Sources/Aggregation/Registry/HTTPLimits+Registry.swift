extension HTTPLimits {
  /// Reads the limits of a feed in a registry file, such as `{"connect": "PT5S", "wireBytes": 1048576}`. Absent members have their
  /// defaults.
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(Self.durations.map(\.key) + Self.sizes.map(\.key))
    self.init()
    for (key, limit) in Self.durations {
      guard let seconds = try value.parsed(key, "a duration such as \"PT15S\"", ISODuration.seconds) else { continue }
      self[keyPath: limit] = .seconds(seconds)
    }
    for (key, limit, most) in Self.sizes {
      guard let number = try value.wholeNumber(key) else { continue }
      guard (1024...most).contains(number) else { throw value.fault(.value, at: key, "a number of bytes from 1024 to \(most)") }
      self[keyPath: limit] = Int(number)
    }
  }

  private static let durations: [(key: StaticString, limit: any WritableKeyPath<HTTPLimits, Duration> & Sendable)] = [
    ("connect", \.connect), ("firstByte", \.firstByte), ("attempt", \.attempt), ("idle", \.idle),
  ]

  private static let sizes: [(key: StaticString, limit: any WritableKeyPath<HTTPLimits, Int> & Sendable, most: Int64)] = [
    ("wireBytes", \.wireBytes, 1 << 30), ("decodedBytes", \.decodedBytes, 1 << 30), ("headerBytes", \.headerBytes, 1 << 20),
  ]
}
