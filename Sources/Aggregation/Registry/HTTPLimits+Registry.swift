import CampusCatalog
import FeedKit
import SimdJSON

extension HTTPLimits {
  /// Reads the limits of a feed in a registry file, such as `{"connect": "PT5S", "wireBytes": 1048576}`. Absent members have their
  /// defaults.
  init(reading value: JSONValue) throws(JSONFieldError) {
    try value.expectOnly(["connect", "firstByte", "attempt", "idle", "wireBytes", "decodedBytes", "headerBytes"])
    self.init()
    let duration = "a duration such as \"PT15S\""
    if let seconds = try value.parsed("connect", duration, ISODuration.seconds) { connect = .seconds(seconds) }
    if let seconds = try value.parsed("firstByte", duration, ISODuration.seconds) { firstByte = .seconds(seconds) }
    if let seconds = try value.parsed("attempt", duration, ISODuration.seconds) { attempt = .seconds(seconds) }
    if let seconds = try value.parsed("idle", duration, ISODuration.seconds) { idle = .seconds(seconds) }
    if let bytes = try Self.bytes(value, "wireBytes", most: 1 << 30) { wireBytes = bytes }
    if let bytes = try Self.bytes(value, "decodedBytes", most: 1 << 30) { decodedBytes = bytes }
    if let bytes = try Self.bytes(value, "headerBytes", most: 1 << 20) { headerBytes = bytes }
  }

  /// Reads a number of bytes from 1,024 to `most`; nil if it is absent.
  private static func bytes(_ value: JSONValue, _ key: StaticString, most: Int64) throws(JSONFieldError) -> Int? {
    guard let number = try value.wholeNumber(key) else { return nil }
    guard (1024...most).contains(number) else {
      throw value[key]?.fault(.value, "a number of bytes from 1024 to \(most)") ?? value.fault(.value, "no number of bytes")
    }
    return Int(number)
  }
}
